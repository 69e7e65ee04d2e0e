// Lessons: positions on the real board, what to try, and which effect shows that it worked.
import { m } from "$m";

export interface LessonStep {
  /** What to do. */
  text: () => string;
  /** Said when it is done: what there was to see. */
  note?: () => string;
  /** Said after a try that leads elsewhere. */
  wrong?: () => string;
  position: string;
  /** Moves already made from there. */
  moves?: string[];
  /** Moves that do it, for a hint. */
  solution?: string[];
  /** What has to happen: a word of the effects, and whose piece, which, and where. */
  want: { kind: string; seat?: number; piece?: string; to?: string; over?: boolean };
  /** In a race: the first colours that lead there. */
  leads?: string;
}

const PLACE: LessonStep = { text: m.l_place, position: "6/6/6/6/6/6 8,0,8,0 0 - -", solution: ["k c3"], want: { kind: "placed" } };
const BOOP: LessonStep = { text: m.l_boop, wrong: m.l_wrong_boop, position: "6/6/3K2/6/6/6 8,0,7,0 0 - -", solution: ["k d4"], want: { kind: "booped", seat: 1 } };
const FALL: LessonStep = { text: m.l_fall, note: m.l_fall_note, wrong: m.l_wrong_fall, position: "6/6/6/5K/6/6 8,0,7,0 0 - -", solution: ["k e4"], want: { kind: "fell", seat: 1 } };
const CHAIN: LessonStep = { text: m.l_chain, wrong: m.l_wrong_way, position: "6/6/2K3/4K1/6/6 8,0,6,0 0 - -", solution: ["k b2"], want: { kind: "booped", to: "d4" } };
const HOLD: LessonStep = { text: m.l_hold, wrong: m.l_wrong_hold, position: "6/6/2KK2/6/6/6 8,0,6,0 0 - -", solution: ["k c2"], want: { kind: "booped", seat: 1 } };
const GROW: LessonStep = { text: m.l_grow, note: m.l_grow_note, wrong: m.l_wrong_row, position: "6/2k3/3k2/6/6/6 6,0,8,0 0 - -", solution: ["k e4"], want: { kind: "graduated" } };
const FIVE: LessonStep = { text: m.l_five, wrong: m.l_wrong_row, position: "kk1kk1/6/6/6/6/6 4,0,8,0 0 - -", solution: ["k c1", "row b1 c1 d1"], want: { kind: "graduated" } };
const EIGHT: LessonStep = { text: m.l_eight, wrong: m.l_wrong_eight, position: "k1k1k1/6/k1k1k1/6/k5/6 1,0,8,0 0 - -", solution: ["k e5", "one c3"], want: { kind: "graduated" } };
const CHOOSE: LessonStep = { text: m.l_choose, wrong: m.l_wrong_kitten, position: "6/6/2C3/6/6/6 5,3,7,0 0 - -", solution: ["c b2"], want: { kind: "booped", piece: "cat" } };
const MIXED: LessonStep = { text: m.l_mixed, wrong: m.l_wrong_row, position: "kc4/6/6/6/6/6 4,2,8,0 0 - -", solution: ["k c1"], want: { kind: "returned", piece: "cat" } };
const THEIRS: LessonStep = { text: m.l_theirs, note: m.l_theirs_note, wrong: m.l_wrong_way, position: "6/6/1KK1K1/6/6/6 8,0,5,0 0 - -", solution: ["k f3"], want: { kind: "booped", to: "d3" } };
const WIN: LessonStep = { text: m.l_win, wrong: m.l_wrong_row, position: "6/1c4/2c3/6/6/6 0,6,8,0 0 - -", solution: ["c d4"], want: { kind: "won" } };
const EIGHT_CATS: LessonStep = { text: m.l_eight_cats, wrong: m.l_wrong_eight, position: "c1c1c1/6/c1c1c1/6/c5/6 0,1,8,0 0 - -", solution: ["c e5"], want: { kind: "won" } };

/** A step of boop. at night; the ghost flies somewhere out of the way, so that the turn does not wait for it. */
const night = (step: LessonStep, ghost = "H4@3+"): LessonStep => ({ ...step, position: step.position.replace(/- -$/, `${ghost} -`) });

/** White's ant closes the ring around the black queen. */
const NEARLY_SURROUNDED =
  "Base;InProgress;White[22];wA1;bB1 /wA1;wG1 wA1/;bA1 -bB1;wS1 wA1-;bA2 -bA1;wQ -wG1;bQ bB1\\;wG2 wG1/;bA2 \\wG2;wG3 wS1\\;bG1 \\bA2;" +
  "wG3 /bA2;bB2 \\bA1;wS2 wG1-;bS1 bQ\\;wG3 bG1-;bS2 bQ-;wA2 wS2-;bA3 /bA1;wA2 wG2-;bA3 /bB2;wA2 bS1-;bB2 bA1;wA3 wA2\\;bA3 /bQ;wA3 wG2-;" +
  "bB2 -bA1;wA3 wG3-;bA3 bA1\\;wA2 /bG1;bS2 /bS1;wG1 /bA3;bG2 bS2-;wA2 \\wG3;bG3 -bB2;wA2 -wQ;bG2 wA2\\;wA2 bB2\\;bS2 bQ-;wA3 /bS1;bG3 bB1-";

/** One easy castle for all steps; time stands still in it. */
const TOKENS = "sections=easy tokens=2+2 token_rooms=b2,d4,d1,a3";
/** A moment of a race in one small castle; the players as in a position's text. Visitors that lie there have been and gone. */
const castle = (state: string, players = "-"): string => {
  const round = 1 + Math.max(0, ...(players.match(/(?<=:[\d.]*)\d+(?=[\d.]*)/g) ?? []).map(Number));
  const search = state.startsWith("between") ? "" : ` round=${round} attempt=1`;
  return `players=${players.split(" ").length} seed=21 ${TOKENS} proof=untimed | ${state} first=0 number=1${search} | ${players}`;
};

export const LESSONS: Record<string, LessonStep[]> = {
  boop: [PLACE, BOOP, FALL, CHAIN, HOLD, GROW, FIVE, EIGHT, CHOOSE, MIXED, THEIRS, WIN, EIGHT_CATS],
  "boop-junior": [
    PLACE,
    BOOP,
    FALL,
    { text: m.l_junior_win, wrong: m.l_wrong_row, position: "6/6/6/2kk2/6/6 6,0,8,0 0 - -", solution: ["k e4"], want: { kind: "won" } },
    { text: m.l_junior_eight, wrong: m.l_wrong_eight, position: "k1k1k1/6/k1k1k1/6/k5/6 1,0,8,0 0 - -", solution: ["k e5"], want: { kind: "won" } },
  ],
  "boop-ghosts": [
    { text: m.l_ghost_first, note: m.l_ghost_first_note, wrong: m.l_wrong_stitch, position: "6/6/6/6/6/6 8,0,8,0 0 - -", moves: ["k c3"], solution: ["g H2@0+"], want: { kind: "entered", to: "H2@0+" } },
    { text: m.l_ghost_glide, note: m.l_ghost_glide_note, position: "6/6/2k3/2K3/6/6 7,0,7,0 0 H2@1+ -", solution: ["k f6"], want: { kind: "booped" } },
    { text: m.l_ghost_booo, position: "6/2k3/2K3/6/6/6 7,0,7,0 0 H2@1+ -", solution: ["k f6"], want: { kind: "scared" } },
    { text: m.l_ghost_home, position: "6/6/5K/5k/6/6 7,0,7,0 0 H2@5+ -", solution: ["k a1"], want: { kind: "returned", piece: "ghost" } },
    { text: m.l_ghost_pass, position: "6/6/2KK2/2kk2/6/6 6,0,6,0 0 H2@1+ H2@2-", solution: ["k f6"], want: { kind: "moved", piece: "ghost" } },
    { text: m.l_ghost_row, wrong: m.l_wrong_row, position: "6/6/6/1kk3/6/6 6,0,8,0 0 - V1@3+", solution: ["k a4", "g -"], want: { kind: "graduated" } },
    BOOP,
    FALL,
    CHAIN,
    HOLD,
    night(GROW, "H4@0+"),
    night(FIVE),
    CHOOSE,
    night(MIXED),
    { text: m.l_ghost_eight, wrong: m.l_wrong_cat_back, position: "k1k1k1/6/c1k1k1/6/k5/6 1,0,8,0 0 - -", solution: ["k e5", "g -", "one a3"], want: { kind: "returned", piece: "cat" } },
    THEIRS,
    night(WIN, "H4@0+"),
    night(EIGHT_CATS, "V0@4+"),
  ],
  hive: [
    { text: m.l_hive_second, position: "Base;InProgress;Black[1];wS1", solution: ["bA1 wS1-"], want: { kind: "placed" } },
    { text: m.l_hive_place, wrong: m.l_wrong_bug, position: "Base;InProgress;White[2];wS1;bS1 wS1-", solution: ["wA1 -wS1"], want: { kind: "placed", piece: "ant" } },
    { text: m.l_hive_own, wrong: m.l_wrong_bug, position: "Base;InProgress;White[2];wA1;bS1 wA1-", solution: ["wS1 -wA1"], want: { kind: "placed", piece: "spider" } },
    { text: m.l_hive_queen, position: "Base;InProgress;White[4];wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/;wG1 /wS1;bG1 bS1\\", solution: ["wQ -wB1"], want: { kind: "placed", piece: "queen" } },
    { text: m.l_hive_free, wrong: m.l_wrong_bug, position: "Base;InProgress;White[4];wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ \\wS1;bQ bS1/", solution: ["wA1 wQ/"], want: { kind: "moved", piece: "ant" } },
    { text: m.l_hive_pinned, wrong: m.l_wrong_bug, position: "Base;InProgress;White[3];wA1;bA1 /wA1;wQ wA1-;bQ bA1\\", solution: ["wQ wA1/"], want: { kind: "moved", piece: "queen" } },
    { text: m.l_hive_queen_step, wrong: m.l_wrong_bug, position: "Base;InProgress;White[4];wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\;wA1 -wS1;bA1 bQ-", solution: ["wQ \\wA1"], want: { kind: "moved", piece: "queen" } },
    { text: m.l_hive_ant, wrong: m.l_wrong_bug, position: "Base;InProgress;White[4];wA1;bA1 /wA1;wA2 wA1/;bG1 bA1\\;wQ wA2\\;bA2 bG1-", solution: ["wA2 bA2-"], want: { kind: "moved", piece: "ant" } },
    { text: m.l_hive_gate, wrong: m.l_wrong_bug, position: "Base;InProgress;Black[4];wB1;bB1 wB1\\;wB2 wB1/;bQ bB1-;wQ wB2/;bS1 bQ/;wQ wQ\\", solution: ["bQ bB1\\"], want: { kind: "moved", piece: "queen" } },
    { text: m.l_hive_spider, wrong: m.l_wrong_bug, position: "Base;InProgress;White[5];wA1;bG1 -wA1;wB1 wA1/;bA1 -bG1;wQ \\wB1;bQ \\bA1;wS1 \\wQ;bS1 bQ/", solution: ["wS1 wB1-"], want: { kind: "moved", piece: "spider" } },
    { text: m.l_hive_hop, note: m.l_hive_hop_note, wrong: m.l_wrong_bug, position: "Base;InProgress;White[5];wA1;bB1 /wA1;wG1 wA1/;bA1 -bB1;wS1 wA1-;bA2 -bA1;wQ -wG1;bQ bB1\\", solution: ["wG1 wS1\\"], want: { kind: "moved", piece: "grasshopper" } },
    { text: m.l_hive_climb, wrong: m.l_wrong_climb, position: "Base;InProgress;White[5];wB1;bA1 \\wB1;wB2 wB1-;bS1 \\bA1;wA1 /wB1;bA2 bS1/;wQ -wA1;bQ -bA2", solution: ["wB2 wB1"], want: { kind: "moved", piece: "beetle", over: true } },
    { text: m.l_hive_cover, wrong: m.l_wrong_bug, position: "Base;InProgress;White[5];wB1;bS1 wB1-;wQ \\wB1;bQ bS1\\;wQ wB1/;bA1 bQ-;wB1 bS1;bA2 bA1-", solution: ["wA1 wQ-"], want: { kind: "placed" } },
    { text: m.l_hive_ladybug, wrong: m.l_wrong_bug, position: "Base+L;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wL /wQ;bQ bS1\\", solution: ["wL \\bS1"], want: { kind: "moved", piece: "ladybug" } },
    { text: m.l_hive_mosquito, wrong: m.l_wrong_bug, position: "Base+M;InProgress;White[5];wG1;bS1 wG1-;wQ /wG1;bQ bS1-;wA1 \\wG1;bA1 bQ-;wM -wG1;bA2 bA1-", solution: ["wM wA1/"], want: { kind: "moved", piece: "mosquito" } },
    { text: m.l_hive_throw, wrong: m.l_wrong_bug, position: "Base+P;InProgress;White[3];wP;bS1 wP-;wQ -wP;bQ bS1-", solution: ["wQ wP\\"], want: { kind: "thrown", piece: "queen" } },
    { text: m.l_hive_pass, position: "Base+MLP;InProgress;Black[4];wM;bB1 /wM;wQ \\wM;bQ -bB1;wP -wQ;bQ wP\\;wM bB1", solution: ["pass"], want: { kind: "passed" } },
    { text: m.l_hive_win, note: m.l_hive_win_note, wrong: m.l_wrong_ring, position: NEARLY_SURROUNDED, solution: ["wA3 wG1-"], want: { kind: "won" } },
  ],
  booo: [
    { text: m.l_booo_touch, position: castle("between until=3000 ghost=c3"), want: { kind: "touched", to: "a1" } },
    { text: m.l_booo_cross, position: castle("proof ghost=c3 visitor=d1 claimant=0 colour=V"), want: { kind: "crossed" } },
    { text: m.l_booo_straight, position: castle("proof ghost=b3 visitor=c2 claimant=0 colour=G"), want: { kind: "crossed" } },
    { text: m.l_booo_reach, position: castle("proof ghost=c3 visitor=d3 claimant=0 colour=Y"), moves: ["wall c3n"], want: { kind: "scared" } },
    { text: m.l_booo_passage, position: castle("proof ghost=d4 visitor=b1 claimant=0 colour=G"), want: { kind: "scared" } },
    { text: m.l_booo_change, position: castle("proof ghost=a3 visitor=c2 claimant=0 colour=W"), want: { kind: "scared" } },
    { text: m.l_booo_search, position: castle("search ghost=c3 visitor=c2"), want: { kind: "scared" }, leads: "YGV" },
    { text: m.l_booo_rob, note: m.l_booo_rob_note, position: castle("proof ghost=b3 visitor=b2 claimant=0 colour=B", "- B:1:1"), want: { kind: "took" } },
    { text: m.l_booo_ban, position: castle("search ghost=b3 visitor=c4", "WG:1.2:2"), want: { kind: "discarded" } },
    { text: m.l_booo_forget, position: castle("proof ghost=c3 visitor=d3 claimant=0 colour=Y"), want: { kind: "failed" } },
    { text: m.l_booo_win, position: castle("search ghost=c3 visitor=a3", "WYR:1.2.3.4:4 -"), want: { kind: "won" }, leads: "GV" },
  ],
};
