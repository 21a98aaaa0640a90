// SPDX-License-Identifier: MIT
#include "simgrid_options.hpp"

#include "workers.hpp"

#include <cstdio>
#include <set>

namespace malha {

void check_simgrid_option(const std::string& option) {
  static std::set<std::string> accepted;
  if (accepted.count(option) > 0)
    return;
  Outcome outcome;
  const auto ask = [&option] {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) // an abort of SimGrid prints its stack
      return Outcome{};
    try_simgrid_option(option);
    return Outcome{};
  };
  const auto note = [&](std::size_t, const Outcome& ended) { outcome = ended; };
  if (const int signal = run_workers({{option, ask}}, {}, note); signal != 0)
    end_by_signal(signal);
  if (outcome.status == Status::done) {
    accepted.insert(option);
    return;
  }
  const std::string reason = outcome.status == Status::bad_input ? ": " + outcome.message : "";
  throw InputError("SimGrid option '" + option + "' is refused" + reason.substr(0, reason.find('\n')) +
                   "; valid: see https://simgrid.org/doc/v3.32/Configuring_SimGrid.html");
}

} // namespace malha
