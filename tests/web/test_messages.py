"""The four languages: no key missing, none unused, plural forms complete, nothing left untranslated by mistake."""

import json
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "fr", "uk", "ru")
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


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_message_speaks_of_the_same_things(language):
    """A name in braces that one language has and another lacks is a mistake."""
    english = messages("en")
    for key, message in messages(language).items():
        for form in forms(message):
            assert set(re.findall(r"\{(\w+)\}", form)) == set(re.findall(r"\{(\w+)\}", forms(english[key])[0])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language):
    for key, message in messages(language).items():
        if not isinstance(message, str):
            assert {name.removeprefix("n=") for name in message[0]["match"]} == PLURALS[language], key


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
