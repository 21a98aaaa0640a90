# SPDX-License-Identifier: MIT
"""Numbers over time, such as the carbon of a kWh."""

from bisect import bisect_right
from math import floor

from malha.view import never


class Series:
    """A number that is constant from one date to the next. Before the first date it is what it is there. After
    the last one it stays or, with a period (otherwise `malha.never`), all comes again one period later."""

    def __init__(self, steps, period=never):
        self.steps = [(float(date), float(value)) for date, value in steps]
        self.period = period
        self._dates = [date for date, _ in self.steps]

    def value_at(self, date):
        return self.steps[self._place(date)[1]][1]

    def next_change(self, date):
        """The first date after this one at which the value is another; `malha.never`: it stays."""
        if len(self.steps) == 1:
            return never
        if date < self._dates[0]:
            return self._begin(0, 1)
        place = self._after(*self._place(date))
        if place is not None and place[1] == 0 and self.steps[0][1] == self.steps[-1][1]:
            place = self._after(*place)
        return never if place is None else self._begin(*place)

    def integral(self, begin, end):
        """The sum of value x time between two dates; 0 where the second is not behind the first."""
        total = 0.0
        while begin < end:
            until = min(self.next_change(begin), end)
            total += self.value_at(begin) * (until - begin)
            begin = until
        return total

    def _place(self, date):
        """The number of the period, and of the step in it."""
        first = self._dates[0]
        if date < first:
            return 0, 0
        if self.period == never:
            return 0, bisect_right(self._dates, date) - 1
        period = floor((date - first) / self.period)
        if self._begin(period, 0) > date:
            period -= 1
        elif self._begin(period + 1, 0) <= date:
            period += 1
        begins = [self._begin(period, step) for step in range(len(self.steps))]
        return period, bisect_right(begins, date) - 1

    def _after(self, period, step):
        if step + 1 < len(self.steps):
            return period, step + 1
        return None if self.period == never else (period + 1, 0)

    def _begin(self, period, step):
        return self._dates[step] + (period * self.period if period else 0)

    def __repr__(self):
        return f"Series({self.steps}, {self.period})"
