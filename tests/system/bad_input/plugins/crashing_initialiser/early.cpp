// SPDX-License-Identifier: MIT
// A plugin that ends the process that opens it.
#include <cstdlib>

namespace {

struct Early {
  Early() { std::abort(); }
};

const Early early;

} // namespace
