"""The one-hive rule by walking through the hive, cell by cell; cells are the kernel's numbers."""

STEPS = (1, 32, 31, -1, -32, -31)


def holds_together(cells: set[int]) -> bool:
    """Whether one can walk from any of these cells to any other."""
    found, todo = set[int](), sorted(cells)[:1]
    while todo:
        cell = todo.pop()
        if cell in cells and cell not in found:
            found.add(cell)
            todo += [(cell + step) & 1023 for step in STEPS]
    return found == cells


def pinned_cells(cells: set[int]) -> set[int]:
    """The cells without which the rest is in two parts."""
    return {cell for cell in cells if not holds_together(cells - {cell})}
