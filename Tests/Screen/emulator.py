"""A terminal emulator, and what it shows after all that a program has written to it."""

import unicodedata

import pyte
from wcwidth import wcwidth


class Emulator(pyte.Screen):
    """With the two sequences that the emulator lacks, ECMA-48 SU and SD, and with all marks.

    It takes for marks only those that have a class by which they are ordered, and drops what follows others.
    """

    def draw(self, data):
        start = 0
        for at, letter in enumerate(data):
            if letter > "\u02ff" and wcwidth(letter) == 0 and not unicodedata.combining(letter):
                super().draw(data[start:at])
                start = at + 1
                self.join(letter)
        super().draw(data[start:])

    def join(self, mark):
        line, column = self.buffer[self.cursor.y], self.cursor.x - 1
        if column > 0 and not line[column].data:
            column -= 1
        if column >= 0:
            line[column] = line[column]._replace(data=line[column].data + mark)

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


def screen_after(written, size):
    screen = Emulator(*size)
    pyte.ByteStream(screen).feed(written)
    return screen


def emulate(written, size):
    return screen_after(written, size).display


def cells(written, size):
    """What pyte has in each cell; the right half of a wide letter is empty."""
    buffer = screen_after(written, size).buffer
    return [[buffer[row][column].data for column in range(size[0])] for row in range(size[1])]
