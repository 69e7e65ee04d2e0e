// The rules pages: sections in our own words, with the pictures that the rulebook's tests run.
import { m } from "$m";
import DIAGRAMS from "./diagrams.json";

export interface Picture {
  game: string;
  position: string;
  /** What is played there; the last move is shown about to be made. */
  moves: string[];
}

export interface Section {
  title: () => string;
  text: () => string;
  pictures: Picture[];
}

type Name = keyof typeof DIAGRAMS;
const section = (title: () => string, text: () => string, ...shown: (Name | Picture)[]): Section => ({ title, text, pictures: shown.map((each) => (typeof each === "string" ? DIAGRAMS[each] : each)) });

/** One of boop.'s pictures for the younger players. */
const young = (name: Name): Picture => ({ ...DIAGRAMS[name], game: "boop-junior" });
/** One of boop.'s pictures at night; `ghost` is a ghost that is out of the way, where the turn must not wait for one. */
const night = (name: Name, ghost = "-"): Picture => ({ ...DIAGRAMS[name], position: DIAGRAMS[name].position.replace(/- -$/, `${ghost} -`), game: "boop-ghosts" });

const BOOP: Section[] = [
  section(m.r_boop_goal, m.r_boop_goal_x),
  section(m.r_have, m.r_boop_have_x),
  section(m.r_boop_place, m.r_boop_place_x, "boop-place"),
  section(m.r_boop_fall, m.r_boop_fall_x, "boop-fall"),
  section(m.r_boop_hold, m.r_boop_hold_x, "boop-hold", "boop-side"),
  section(m.r_boop_grow, m.r_boop_grow_x, "boop-grow", "boop-diagonal", "boop-mixed", "boop-choose"),
  section(m.r_boop_eight, m.r_boop_eight_x, "boop-eight"),
  section(m.r_boop_cats, m.r_boop_cats_x, "boop-cats"),
  section(m.r_boop_win, m.r_boop_win_x, "boop-win", "boop-eightcats"),
  section(m.r_tips, m.r_boop_tips_x),
  section(m.r_read, m.r_boop_read_x),
];

const JUNIOR: Section[] = [
  section(m.r_junior, m.r_junior_x, "junior-win"),
  section(m.r_boop_place, m.r_boop_place_x, "junior-place"),
  section(m.r_boop_fall, m.r_boop_fall_x, young("boop-fall")),
  section(m.r_boop_hold, m.r_boop_hold_x, young("boop-hold"), young("boop-side")),
];

const GHOSTS: Section[] = [
  section(m.r_boop_goal, m.r_ghost_goal_x),
  section(m.r_ghost_order, m.r_ghost_order_x),
  section(m.r_boop_place, m.r_boop_place_x, night("boop-place")),
  section(m.r_boop_fall, m.r_boop_fall_x, night("boop-fall")),
  section(m.r_boop_hold, m.r_boop_hold_x, night("boop-hold"), night("boop-side")),
  section(m.r_ghost_seams, m.r_ghost_seams_x),
  section(m.r_ghost_in, m.r_ghost_in_x, "ghost-in"),
  section(m.r_ghost_glide, m.r_ghost_glide_x, "ghost-glide", "ghost-row"),
  section(m.r_ghost_booo, m.r_ghost_booo_x, "ghost-booo"),
  section(m.r_ghost_home, m.r_ghost_home_x, "ghost-home", "ghost-pass"),
  section(m.r_boop_grow, m.r_boop_grow_x, night("boop-grow", "H4@3+"), night("boop-mixed", "H4@3+"), night("boop-choose", "H4@3+")),
  section(m.r_boop_eight, m.r_ghost_eight_x, night("boop-eight", "V0@4+")),
  section(m.r_boop_cats, m.r_boop_cats_x, night("boop-cats")),
  section(m.r_boop_win, m.r_boop_win_x, night("boop-win", "H4@3+")),
  section(m.r_tips, m.r_boop_tips_x),
  section(m.r_read, m.r_ghost_read_x),
];

const HIVE: Section[] = [
  section(m.r_hive_goal, m.r_hive_goal_x),
  section(m.r_have, m.r_hive_have_x),
  section(m.r_hive_place, m.r_hive_place_x, "hive-place"),
  section(m.r_hive_queen, m.r_hive_queen_x, "hive-queen"),
  section(m.r_hive_one, m.r_hive_one_x, "hive-one", "hive-gate"),
  section(m.r_hive_ant, m.r_hive_ant_x, "hive-ant", "hive-spider"),
  section(m.r_hive_hopper, m.r_hive_hopper_x, "hive-hopper"),
  section(m.r_hive_beetle, m.r_hive_beetle_x, "hive-beetle"),
  section(m.r_hive_ladybug, m.r_hive_ladybug_x, "hive-ladybug", "hive-mosquito"),
  section(m.r_hive_pillbug, m.r_hive_pillbug_x, "hive-pillbug"),
  section(m.r_hive_tips, m.r_hive_tips_x),
  section(m.r_read, m.r_hive_read_x),
];

const BOOO: Section[] = [
  section(m.r_booo_goal, m.r_booo_goal_x),
  section(m.r_booo_search, m.r_booo_search_x, "booo-cross"),
  section(m.r_booo_claim, m.r_booo_claim_x, "booo-route"),
  section(m.r_booo_tokens, m.r_booo_tokens_x, "booo-passage", "booo-change"),
  section(m.r_booo_prize, m.r_booo_prize_x),
  section(m.r_booo_bare, m.r_booo_bare_x),
  section(m.r_booo_none, m.r_booo_none_x, "booo-none"),
];

export const RULES: Record<string, Section[]> = { boop: BOOP, "boop-junior": JUNIOR, "boop-ghosts": GHOSTS, hive: HIVE, booo: BOOO };
