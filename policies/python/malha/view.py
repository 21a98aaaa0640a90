# SPDX-License-Identifier: MIT
"""What a policy is shown: objects whose members have names."""

from math import inf as never

# What is left out of an object has this value.
LEFT_OUT = {
    "account": "",
    "allowed": None,
    "application": None,
    "array": None,
    "arrived": (),
    "asleep": (),
    "boot_time": None,
    "booting": (),
    "cap": None,
    "cap_period": None,
    "carbon": None,
    "choice": None,
    "dates": None,
    "demands": None,
    "ended": (),
    "estimate": None,
    "estimated_wait": None,
    "executable": "",
    "free_stock": None,
    "group": "",
    "kept": None,
    "kept_for": None,
    "new_priorities": False,
    "nice": 0,
    "nodes": None,
    "open": None,
    "owner": None,
    "partition": "",
    "power": None,
    "price": None,
    "promises_void": False,
    "qos": "",
    "queue": "",
    "reordered": False,
    "request": None,
    "resizing": None,
    "resources": None,
    "shared": None,
    "shares": None,
    "site": None,
    "sizes": None,
    "slots": None,
    "stock": None,
    "user": "",
    "weights": None,
    "windows": None,
    "withdrawn": (),
}


class View:
    """An object of the view. A member is `view.name` or `view["name"]`; one that is not there is an error."""

    def __init__(self, members):
        self.__dict__ = members

    def __getattr__(self, name):
        try:
            return LEFT_OUT[name]
        except KeyError:
            raise AttributeError(f"the view has no '{name}' here; it has {', '.join(self.__dict__)}") from None

    def __getitem__(self, name):
        return getattr(self, name)

    def __contains__(self, name):
        return name in self.__dict__

    def __iter__(self):
        return iter(self.__dict__)

    def items(self):
        return self.__dict__.items()

    def __repr__(self):
        return f"View({self.__dict__})"


def view_of(members, _new=View.__new__, _view=View):
    """Makes an object of what JSON has: there, null is a number without end. It is called for each object of each
    line, so that it makes no call more than it needs."""
    if None in members.values():
        for name, value in members.items():
            if value is None:
                members[name] = never
    view = _new(_view)
    view.__dict__ = members
    return view


class Nodes:
    """A set of nodes, machines or resources by index, kept as intervals [first, last]."""

    __slots__ = ("intervals",)

    def __init__(self, intervals=()):
        self.intervals = list(intervals)

    @classmethod
    def of(cls, indices):
        """The set of these indices."""
        made = cls()
        for index in sorted(set(indices)):
            if made.intervals and made.intervals[-1][1] == index - 1:
                made.intervals[-1][1] = index
            else:
                made.intervals.append([index, index])
        return made

    def __len__(self):
        number = 0
        for first, last in self.intervals:
            number += last - first + 1
        return number

    def __iter__(self):
        for first, last in self.intervals:
            yield from range(first, last + 1)

    def __contains__(self, index):
        return any(first <= index <= last for first, last in self.intervals)

    def lowest(self, number):
        """The set of so many lowest indices."""
        taken = Nodes()
        for first, last in self.intervals:
            if number <= 0:
                break
            taken.intervals.append([first, min(last, first + number - 1)])
            number -= last - first + 1
        return taken

    def __repr__(self):
        return f"Nodes({self.intervals})"
