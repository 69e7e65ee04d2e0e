// The rules pages: sections in our own words, with positions that the server draws and plays.
import { m } from "$m";

export interface Section {
  title: () => string;
  text: () => string;
  /** A position, and the move that shows the rule. */
  picture?: { game: string; position?: string; move?: string };
}

const boop = (position: string, move?: string, game = "boop") => ({ game, position, move });
const hive = (position: string, move?: string) => ({ game: "hive", position, move });

const BOOP: Section[] = [
  { title: m.r_boop_goal, text: m.r_boop_goal_x },
  { title: m.r_boop_place, text: m.r_boop_place_x, picture: boop("6/6/2K3/3k2/6/6 7,0,7,0 0 - -", "k c4") },
  { title: m.r_boop_fall, text: m.r_boop_fall_x, picture: boop("6/6/5K/6/6/6 8,0,7,0 0 - -", "k e3") },
  { title: m.r_boop_hold, text: m.r_boop_hold_x, picture: boop("6/6/3Kk1/6/6/6 7,0,7,0 0 - -", "k c3") },
  { title: m.r_boop_grow, text: m.r_boop_grow_x, picture: boop("6/6/1kk3/6/6/6 6,0,8,0 0 - -", "k d3") },
  { title: m.r_boop_eight, text: m.r_boop_eight_x },
  { title: m.r_boop_cats, text: m.r_boop_cats_x, picture: boop("6/6/2C3/6/6/6 8,0,7,0 0 - -", "k d3") },
  { title: m.r_boop_win, text: m.r_boop_win_x, picture: boop("6/6/1cc3/6/6/6 3,3,8,0 0 - -", "c d3") },
];

const JUNIOR: Section[] = [{ title: m.r_junior, text: m.r_junior_x, picture: boop("6/6/1kk3/6/6/6 6,0,8,0 0 - -", "k d3", "boop-junior") }, ...BOOP.slice(1, 4)];

const GHOSTS: Section[] = [
  { title: m.r_ghost_in, text: m.r_ghost_in_x, picture: boop("6/6/2k3/6/6/6 7,0,8,0 1 H1@0+ -", undefined, "boop-ghosts") },
  { title: m.r_ghost_glide, text: m.r_ghost_glide_x, picture: boop("6/6/2k3/2K3/6/6 7,0,7,0 0 H2@1+ -", "k f6", "boop-ghosts") },
  { title: m.r_ghost_booo, text: m.r_ghost_booo_x, picture: boop("6/2k3/2k3/6/6/6 6,0,8,0 0 H2@1+ -", "k f6", "boop-ghosts") },
  { title: m.r_ghost_home, text: m.r_ghost_home_x },
  ...BOOP.slice(1, 8),
];

const HIVE: Section[] = [
  { title: m.r_hive_goal, text: m.r_hive_goal_x },
  { title: m.r_hive_place, text: m.r_hive_place_x, picture: hive("Base;InProgress;White[2];wA1;bA1 wA1-", "wG1 -wA1") },
  { title: m.r_hive_queen, text: m.r_hive_queen_x, picture: hive("Base;InProgress;White[4];wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/;wG1 /wS1;bG1 bS1\\", "wQ -wS1") },
  { title: m.r_hive_one, text: m.r_hive_one_x, picture: hive("Base;InProgress;White[3];wA1;bA1 /wA1;wQ wA1-;bQ bA1\\") },
  { title: m.r_hive_ant, text: m.r_hive_ant_x },
  { title: m.r_hive_hopper, text: m.r_hive_hopper_x, picture: hive("Base;InProgress;Black[3];wS1;bG1 /wS1;wQ wS1-;bQ bG1\\;wQ wS1\\", "bG1 wS1/") },
  { title: m.r_hive_beetle, text: m.r_hive_beetle_x, picture: hive("Base;InProgress;Black[3];wA1;bB1 wA1/;wQ -wA1;bQ \\bB1;wQ /bQ", "bB1 wQ") },
  { title: m.r_hive_ladybug, text: m.r_hive_ladybug_x, picture: hive("Base+L;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wL /wQ;bQ bS1\\", "wL \\bS1") },
  { title: m.r_hive_pillbug, text: m.r_hive_pillbug_x, picture: hive("Base+P;InProgress;Black[3];wP;bP -wP;wQ wP-;bQ -bP;wQ bP\\", "wP bP/") },
];

const BOOO: Section[] = [
  { title: m.r_booo_goal, text: m.r_booo_goal_x },
  { title: m.r_booo_search, text: m.r_booo_search_x, picture: { game: "booo" } },
  { title: m.r_booo_claim, text: m.r_booo_claim_x },
  { title: m.r_booo_tokens, text: m.r_booo_tokens_x },
  { title: m.r_booo_prize, text: m.r_booo_prize_x },
  { title: m.r_booo_none, text: m.r_booo_none_x },
];

export const RULES: Record<string, Section[]> = { boop: BOOP, "boop-junior": JUNIOR, "boop-ghosts": GHOSTS, hive: HIVE, booo: BOOO };
