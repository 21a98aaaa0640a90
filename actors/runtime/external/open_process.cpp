// SPDX-License-Identifier: MIT
#include "open_process.hpp"

#include <algorithm>
#include <vector>

namespace malha::external {
namespace {

/// In the order in which they began.
std::vector<OpenProcess*>& open_processes() {
  static std::vector<OpenProcess*> all;
  return all;
}

} // namespace

void OpenProcess::is_open() { open_processes().push_back(this); }

bool OpenProcess::is_closed() {
  auto& open = open_processes();
  const auto found = std::find(open.begin(), open.end(), this);
  if (found == open.end())
    return false;
  open.erase(found);
  return true;
}

void close_all_processes() {
  while (!open_processes().empty())
    open_processes().front()->close();
}

} // namespace malha::external
