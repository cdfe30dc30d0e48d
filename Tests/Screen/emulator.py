"""A terminal emulator, and what it shows after all that a program has written to it."""

import pyte


class Emulator(pyte.Screen):
    """With the two sequences that the emulator lacks: ECMA-48 SU and SD."""

    def scroll_up(self, count=1):
        self.at_top_margin(self.delete_lines, count)

    def scroll_down(self, count=1):
        self.at_top_margin(self.insert_lines, count)

    def at_top_margin(self, change, count):
        column, row = self.cursor.x, self.cursor.y
        self.cursor.y = self.margins.top if self.margins else 0
        change(count or 1)
        self.cursor.x, self.cursor.y = column, row


pyte.Stream.csi |= {"S": "scroll_up", "T": "scroll_down"}
pyte.Stream.events |= {"scroll_up", "scroll_down"}


def emulate(written, size):
    screen = Emulator(*size)
    pyte.ByteStream(screen).feed(written)
    return screen.display
