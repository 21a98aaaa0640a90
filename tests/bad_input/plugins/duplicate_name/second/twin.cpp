// SPDX-License-Identifier: MIT
#include "../first/twin.cpp"
