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
const section = (title: () => string, text: () => string, ...names: Name[]): Section => ({ title, text, pictures: names.map((name) => DIAGRAMS[name]) });

const BOOP: Section[] = [
  section(m.r_boop_goal, m.r_boop_goal_x),
  section(m.r_boop_place, m.r_boop_place_x, "boop-place"),
  section(m.r_boop_fall, m.r_boop_fall_x, "boop-fall"),
  section(m.r_boop_hold, m.r_boop_hold_x, "boop-hold"),
  section(m.r_boop_grow, m.r_boop_grow_x, "boop-grow", "boop-choose"),
  section(m.r_boop_eight, m.r_boop_eight_x, "boop-eight"),
  section(m.r_boop_cats, m.r_boop_cats_x, "boop-cats"),
  section(m.r_boop_win, m.r_boop_win_x, "boop-win"),
];

const JUNIOR: Section[] = [
  section(m.r_junior, m.r_junior_x, "junior-win"),
  section(m.r_boop_place, m.r_boop_place_x, "junior-place"),
  ...BOOP.slice(2, 4),
];

const GHOSTS: Section[] = [
  section(m.r_ghost_in, m.r_ghost_in_x, "ghost-in"),
  section(m.r_ghost_glide, m.r_ghost_glide_x, "ghost-glide", "ghost-row"),
  section(m.r_ghost_booo, m.r_ghost_booo_x, "ghost-booo"),
  section(m.r_ghost_home, m.r_ghost_home_x, "ghost-home", "ghost-pass"),
  ...BOOP.slice(1),
];

const HIVE: Section[] = [
  section(m.r_hive_goal, m.r_hive_goal_x),
  section(m.r_hive_place, m.r_hive_place_x, "hive-place"),
  section(m.r_hive_queen, m.r_hive_queen_x, "hive-queen"),
  section(m.r_hive_one, m.r_hive_one_x, "hive-one", "hive-gate"),
  section(m.r_hive_ant, m.r_hive_ant_x, "hive-ant", "hive-spider"),
  section(m.r_hive_hopper, m.r_hive_hopper_x, "hive-hopper"),
  section(m.r_hive_beetle, m.r_hive_beetle_x, "hive-beetle"),
  section(m.r_hive_ladybug, m.r_hive_ladybug_x, "hive-ladybug", "hive-mosquito"),
  section(m.r_hive_pillbug, m.r_hive_pillbug_x, "hive-pillbug"),
];

const BOOO: Section[] = [
  section(m.r_booo_goal, m.r_booo_goal_x),
  section(m.r_booo_search, m.r_booo_search_x, "booo-cross"),
  section(m.r_booo_claim, m.r_booo_claim_x, "booo-route"),
  section(m.r_booo_tokens, m.r_booo_tokens_x, "booo-passage", "booo-change"),
  section(m.r_booo_prize, m.r_booo_prize_x),
  section(m.r_booo_none, m.r_booo_none_x, "booo-none"),
];

export const RULES: Record<string, Section[]> = { boop: BOOP, "boop-junior": JUNIOR, "boop-ghosts": GHOSTS, hive: HIVE, booo: BOOO };
