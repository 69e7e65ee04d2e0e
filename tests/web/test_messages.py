"""The four languages: no key missing, none unused, plural forms complete, nothing left untranslated by mistake."""

import json
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "fr", "uk", "ru")
SIDES = {"white", "black", "orange", "grey", "purple"}
PLURAL_SIDES = {"en": set(), "fr": {"white", "black"}, "uk": SIDES, "ru": SIDES}
PLURALS = {
    "en": {"one", "other"},
    "fr": {"one", "many", "other"},
    "uk": {"one", "few", "many", "other"},
    "ru": {"one", "few", "many", "other"},
}


def messages(language):
    return json.loads((WEB / "messages" / f"{language}.json").read_text(encoding="utf-8"))


def forms(message):
    return [message] if isinstance(message, str) else list(message[0]["match"].values())


def used_keys():
    sources = [
        path
        for path in (WEB / "src").rglob("*")
        if path.suffix in (".svelte", ".ts") and not path.name.endswith((".test.ts", ".d.ts"))
    ]
    return {
        key for path in sources for key in re.findall(r"\bm\.([a-z][a-z0-9_]*)\b", path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_missing_or_unused(language):
    assert set(messages(language)) == used_keys()


def words(form):
    return set(re.findall(r"\{(\w+)\}", form))


def is_about_a_person(message):
    return not isinstance(message, str) and message[0]["declarations"] == ["input who: person"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_speaks_of_the_same_things(language):
    """A name in braces that one form has and another lacks is a mistake; only a person may be part of the words."""
    english = messages("en")
    for key, message in messages(language).items():
        person = {"who"} if is_about_a_person(message) else set()
        for form in forms(message):
            assert words(form) - person == words(forms(english[key])[0]) - person, key
        assert is_about_a_person(message) == is_about_a_person(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language):
    for key, message in messages(language).items():
        if not isinstance(message, str) and not is_about_a_person(message):
            assert {name.removeprefix("n=") for name in message[0]["match"]} == PLURALS[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_are_for_persons_that_there_are(language):
    """Every sentence about a person has a form with a name; sides that are plural in the language have their own."""
    for key, message in messages(language).items():
        if is_about_a_person(message):
            kinds = {name.removeprefix("who=") for name in message[0]["match"]}
            assert "name" in kinds, key
            assert kinds <= {"name", "you", "other", "computer", "player", *SIDES}, key
            assert "{who}" in message[0]["match"]["who=name"], key
            assert kinds >= PLURAL_SIDES[language] or key.startswith(("owned_", "race_")), key  # races have no sides


def test_french_signs_keep_their_space():
    """No-break space before a colon and inside quotation marks, a narrow one before ; ! ? and %."""
    for key, message in messages("fr").items():
        for form in forms(message):
            assert not re.search(r"[^\u00a0](?=:)|\u00ab(?!\u00a0)|[^\u00a0](?=\u00bb)", form), (key, form)
            bare = re.sub("BOOO!|Booo!", "", form) if key.startswith("title_") else form
            assert not re.search(r"[^\u202f](?=[;!?%])(?<![!?])", bare), (key, form)


# What the rulebook of a language calls by another word; and a word that means something else.
NOT_OUR_WORDS = {
    "en": {"": ("grows? up", "growing up"), "r_hive": ("tile",)},
    "fr": {"": ("Roux", "grandi[rt]"), "r_boop": ("repouss",), "r_ghost": ("repouss",)},
    "uk": {"": ("Гарбуз", "Відьм", "стібок", "стібк"), "r_boop": ("запас", "вирос"), "r_ghost": ("запас", "пливе")},
    "ru": {"": ("Тыкв", "Ведьм", r"\bкомар"), "r_hive": ("выстав",), "r_ghost": ("плывёт", "привидени")},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_the_rulebooks(language):
    for prefix, stems in NOT_OUR_WORDS[language].items():
        for key, message in messages(language).items():
            if key.startswith(prefix):
                assert not [form for form in forms(message) for stem in stems if re.search(stem, form)], key


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_sentences_are_written_in_the_language(language):
    """Ukrainian and Russian texts hold Cyrillic letters; only titles and signs may not."""
    for key, message in messages(language).items():
        if not key.startswith("title_"):
            for form in forms(message):
                bare = re.sub(r"\{\w+\}", "", form)
                assert re.search("[А-Яа-яЇїІіЄєҐґЁё]", bare) or not re.search("[A-Za-z]{3}", bare), (key, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_borrows_letters_of_another(language):
    strangers = {"uk": "ыэъё", "ru": "їієґ"}.get(language, "")
    for key, message in messages(language).items():
        assert not [form for form in forms(message) if set(form.lower()) & set(strangers)], key


def statements():
    lines = (Path(__file__).parents[1] / "rulebook" / "statements.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def keys_of(source, game):
    """The messages that a game's part of a table in TypeScript names, also through the constants it uses."""
    text = (WEB / "src" / "lib" / source).read_text(encoding="utf-8")
    constants = dict(
        re.findall(r"^const ([A-Z_]+)(?:: [\w\[\]]+)? = (.*?);\n(?=\n|const|/\*\*)", text, re.MULTILINE | re.DOTALL)
    )
    tables = text.split("export const ")[-1]
    part = re.search(rf'"?\b{game}"?: (\[.*?\],\n(?=  "?\w|\}})|\w+)', tables, re.DOTALL)[1]
    for name in re.findall(r"\b[A-Z][A-Z_]+\b", part):
        part += constants.get(name, "")
    return set(re.findall(r"\bm\.(\w+)", part))


@pytest.mark.parametrize("game", ["boop", "boop-junior", "boop-ghosts", "hive", "booo"])
def test_every_statement_of_the_rulebook_is_on_its_page_and_taught_where_it_says_so(game):
    english = messages("en")
    page, lesson = keys_of("rulebook.ts", game), keys_of("lessons.ts", game)
    everywhere = {key for key in english if key.startswith(("facts_", "option_", "r_server"))}
    rows = [row for row in statements() if row[0] == game]
    assert len(rows) == {"boop": 34, "boop-junior": 4, "boop-ghosts": 46, "hive": 49, "booo": 50}[game]
    for _, line, says, key, words_of_it, taught in rows:
        assert key in page | everywhere, (line, says)
        assert words_of_it in english[key], (line, says)
        assert taught == "-" or taught in lesson, (line, says)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_quotes_buttons_by_their_own_words(language):
    found = messages(language)
    assert found["no_route"] in found["l_booo_ban"]
    assert found["forget"] in found["l_booo_forget"]
