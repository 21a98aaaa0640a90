// SPDX-License-Identifier: MIT
// S4U, for the actors of all rooms: only this room includes SimGrid.
#pragma once
#include <simgrid/s4u.hpp>
