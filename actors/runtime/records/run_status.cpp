// SPDX-License-Identifier: MIT
#include "run_status.hpp"

#include <algorithm>
#include <cstring>

namespace malha {
namespace {

RunStatus read_by_nobody;

} // namespace

RunStatus* run_status = &read_by_nobody;

std::size_t RunStatus::enlist(const std::string& policy) {
  const auto same = [&](const auto& name) { return policy.compare(0, name.size() - 1, name.data()) == 0; };
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(policies);
  if (const auto known = std::find_if(names.begin(), end, same); known != end)
    return static_cast<std::size_t>(known - names.begin()) + 1;
  if (policies == most)
    return 0;
  auto& name = names[policies++];
  std::strncpy(name.data(), policy.c_str(), name.size() - 1);
  return policies;
}

double RunStatus::share_done() const {
  if (jobs <= 0 || tasks_read == 0)
    return 0;
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  return std::min(1.0, share(jobs_read, jobs) * share(tasks_ended, tasks_read));
}

void RunStatus::note_input(const std::string& what) { input[what.copy(input.data(), input.size() - 1)] = 0; }

void RunStatus::note_simgrid(const char* text, std::size_t length) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < length && kept + 1 < simgrid.size(); ++i) {
    const bool is_space = text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
    if (!is_space)
      simgrid[kept++] = text[i];
    else if (kept > 0 && simgrid[kept - 1] != ' ')
      simgrid[kept++] = ' ';
  }
  while (kept > 0 && simgrid[kept - 1] == ' ')
    --kept;
  simgrid[kept] = 0;
}

} // namespace malha
