// Lessons: positions on the real board, what to try, and which effect shows that it worked.
import { m } from "$m";

export interface LessonStep {
  say: () => string;
  position: string;
  /** Moves already made from there. */
  moves?: string[];
  /** What has to happen: a word of the effects, and whose piece or which. */
  want: { kind: string; seat?: number; piece?: string; over?: boolean };
  /** In a race: the first colours that lead there. */
  leads?: string;
  /** Whether passages and transformations are offered. */
  tokens?: boolean;
}

const PLACE: LessonStep = { say: m.l_place, position: "6/6/6/6/6/6 8,0,8,0 0 - -", want: { kind: "placed" } };
const BOOP: LessonStep = { say: m.l_boop, position: "6/6/3K2/6/6/6 8,0,7,0 0 - -", want: { kind: "booped", seat: 1 } };
const FALL: LessonStep = { say: m.l_fall, position: "6/6/6/5K/6/6 8,0,7,0 0 - -", want: { kind: "fell", seat: 1 } };

/** White's ant closes the ring around the black queen. */
const NEARLY_SURROUNDED =
  "Base;InProgress;White[22];wA1;bB1 /wA1;wG1 wA1/;bA1 -bB1;wS1 wA1-;bA2 -bA1;wQ -wG1;bQ bB1\\;wG2 wG1/;bA2 \\wG2;wG3 wS1\\;bG1 \\bA2;" +
  "wG3 /bA2;bB2 \\bA1;wS2 wG1-;bS1 bQ\\;wG3 bG1-;bS2 bQ-;wA2 wS2-;bA3 /bA1;wA2 wG2-;bA3 /bB2;wA2 bS1-;bB2 bA1;wA3 wA2\\;bA3 /bQ;wA3 wG2-;" +
  "bB2 -bA1;wA3 wG3-;bA3 bA1\\;wA2 /bG1;bS2 /bS1;wG1 /bA3;bG2 bS2-;wA2 \\wG3;bG3 -bB2;wA2 -wQ;bG2 wA2\\;wA2 bB2\\;bS2 bQ-;wA3 /bS1;bG3 bB1-";

/** One easy castle for all steps; time stands still in it. */
const castle = (state: string, walls = "-") => `players=1 seed=3 sections=easy tokens=2+2 proof=relaxed | ${state} first=0 number=1 round=1 attempt=1 | ${walls}`;

export const LESSONS: Record<string, LessonStep[]> = {
  boop: [
    PLACE,
    BOOP,
    FALL,
    { say: m.l_grow, position: "6/2k3/3k2/6/6/6 6,0,8,0 0 - -", want: { kind: "graduated" } },
    { say: m.l_cat, position: "6/6/2C3/6/6/6 5,3,7,0 0 - -", want: { kind: "booped", piece: "cat" } },
    { say: m.l_win, position: "6/1c4/2c3/6/6/6 0,6,8,0 0 - -", want: { kind: "won" } },
  ],
  "boop-junior": [PLACE, BOOP, FALL, { say: m.l_junior_win, position: "6/6/6/2kk2/6/6 6,0,8,0 0 - -", want: { kind: "won" } }],
  "boop-ghosts": [
    BOOP,
    { say: m.l_ghost_in, position: "6/6/6/6/6/6 8,0,8,0 0 - -", moves: ["k c3"], want: { kind: "entered" } },
    { say: m.l_ghost_glide, position: "6/6/2k3/2K3/6/6 7,0,7,0 0 H2@1+ -", want: { kind: "booped" } },
    { say: m.l_ghost_booo, position: "6/2k3/2K3/6/6/6 7,0,7,0 0 H2@1+ -", want: { kind: "scared" } },
    { say: m.l_win, position: "6/6/6/2cc2/6/6 0,6,8,0 0 H0@2+ -", want: { kind: "won" } },
  ],
  hive: [
    { say: m.l_hive_place, position: "Base;InProgress;White[2];wS1;bS1 wS1-", want: { kind: "placed", piece: "ant" } },
    { say: m.l_hive_queen, position: "Base;InProgress;White[4];wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/;wG1 /wS1;bG1 bS1\\", want: { kind: "placed", piece: "queen" } },
    { say: m.l_hive_hop, position: "Base;InProgress;White[5];wA1;bB1 /wA1;wG1 wA1/;bA1 -bB1;wS1 wA1-;bA2 -bA1;wQ -wG1;bQ bB1\\", want: { kind: "moved", piece: "grasshopper" } },
    { say: m.l_hive_climb, position: "Base;InProgress;White[5];wB1;bA1 \\wB1;wB2 wB1-;bS1 \\bA1;wA1 /wB1;bA2 bS1/;wQ -wA1;bQ -bA2", want: { kind: "moved", piece: "beetle", over: true } },
    { say: m.l_hive_win, position: NEARLY_SURROUNDED, want: { kind: "won" } },
  ],
  booo: [
    { say: m.l_booo_cross, position: castle("proof ghost=c3 visitor=d3 claimant=0 colour=V"), want: { kind: "crossed" } },
    { say: m.l_booo_reach, position: castle("proof ghost=c3 visitor=d3 claimant=0 colour=V"), moves: ["wall c3s"], want: { kind: "scared" } },
    { say: m.l_booo_search, position: castle("search ghost=c3 visitor=f3"), want: { kind: "scared" }, leads: "WYB" },
    { say: m.l_booo_passage, position: castle("proof ghost=e5 visitor=d1 claimant=0 colour=B"), want: { kind: "scared" }, tokens: true },
    { say: m.l_booo_change, position: castle("proof ghost=e2 visitor=c4 claimant=0 colour=W"), want: { kind: "scared" }, tokens: true },
    { say: m.l_booo_ban, position: castle("search ghost=c3 visitor=d2", "WY"), want: { kind: "discarded" } },
  ],
};
