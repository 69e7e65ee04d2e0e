// Why a move is not possible.
import { m } from "$m";
import { alsoRefused, type Args } from "./refusals";
import { kindName, pieceName } from "./words";

const WAYS: Record<string, () => string> = {
  queen: m.goes_queen,
  spider: m.goes_spider,
  beetle: m.goes_beetle,
  grasshopper: m.goes_grasshopper,
  ant: m.goes_ant,
  mosquito: m.goes_mosquito,
  ladybug: m.goes_ladybug,
  pillbug: m.goes_pillbug,
};
const how = ({ kind }: Args): string => WAYS[String(kind)]?.() ?? "";
const bug = ({ bug, kind }: Args): string => (bug ? pieceName({ id: String(bug), kind: String(kind), seat: null }) : kindName(String(kind)));

alsoRefused({
  not_a_move: m.refused_not_a_move,
  choose_first: m.refused_choose_first,
  not_a_choice: m.refused_not_a_choice,
  nothing_to_choose: m.refused_nothing_to_choose,
  space_taken: ({ space }) => m.refused_space_taken({ space: space ?? "" }),
  none_in_pool: ({ kind }) => (kind === "cat" ? m.refused_no_cat() : m.refused_no_kitten()),
  ghost_first: m.refused_ghost_first,
  ghost_edge: m.refused_ghost_edge,
  stitch_taken: m.refused_stitch_taken,
  ghost_after_piece: m.refused_ghost_after_piece,
  ghost_on_bed: m.refused_ghost_on_bed,
  no_pass: m.refused_no_pass,
  no_such_bug: (args) => m.refused_no_such_bug({ bug: bug(args) }),
  not_your_bug: m.refused_not_your_bug,
  place_first: (args) => m.refused_place_first({ bug: bug(args) }),
  queen_not_first: m.refused_queen_not_first,
  queen_now: m.refused_queen_now,
  placed_on_top: m.refused_placed_on_top,
  touches_other: m.refused_touches_other,
  queen_before_moves: m.refused_queen_before_moves,
  just_moved: m.refused_just_moved,
  covered: m.refused_covered,
  pinned: m.refused_pinned,
  not_thrown: m.refused_not_thrown,
  cannot_go: (args) => m.refused_cannot_go({ how: how(args) }),
  cannot_move: (args) => m.refused_cannot_move({ how: how(args) }),
});
