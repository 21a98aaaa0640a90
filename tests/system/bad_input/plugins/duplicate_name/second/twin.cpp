// SPDX-License-Identifier: MIT
#include "tests/system/bad_input/plugins/duplicate_name/first/twin.cpp"
