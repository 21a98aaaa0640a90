// SPDX-License-Identifier: MIT
#include "simgrid_options.hpp"

#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "actors/runtime/simgrid/simulation.hpp"
#include "policies/sdk/numbers.hpp"
#include "workers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace malha {

namespace {

/// The part of an option's key up to "/" says what it is about. Others may write files or load code. The
/// last three are factors of the network models SMPI and IB.
const std::vector<std::string> allowed_kinds{
    "cpu/",       "network/",  "host/",          "surf/",           "maxmin/",
    "precision/", "contexts/", "smpi/bw-factor", "smpi/lat-factor", "smpi/IB-penalty-factors"};

/// SimGrid 4 has new names, and takes the old ones.
const std::set<std::string> precisions{"surf/precision", "maxmin/precision", "precision/timing",
                                       "precision/work-amount"};

/// Below the least, SimGrid does not notice that something is over.
constexpr double least_precision = 1e-12, most_precision = 1e-3;

void check_kind(const std::string& option) {
  const auto refuse = [&](const std::string& why) {
    throw InputError("SimGrid option '" + option + "' is refused: " + why);
  };
  if (std::none_of(allowed_kinds.begin(), allowed_kinds.end(),
                   [&](const auto& kind) { return option.compare(0, kind.size(), kind) == 0; }))
    refuse("it is none of a model; valid: options that begin with " + listed(allowed_kinds));
  if (option.find_first_of(" \t\r\n,") != std::string::npos)
    refuse("SimGrid would take it for several; valid: one option, without spaces and commas");
  const auto colon = option.find(':');
  const auto key = option.substr(0, colon);
  const auto value =
      parse_number<double>(std::string_view(option).substr(std::min(colon + 1, option.size())));
  if (value && !std::isfinite(*value))
    refuse("a number must be finite");
  if (precisions.count(key) > 0 && value && !(*value >= least_precision && *value <= most_precision))
    refuse("valid: from " + shortest(least_precision) + " to " + shortest(most_precision));
}

} // namespace

void check_simgrid_option(const std::string& option) {
  static std::set<std::string> accepted;
  if (accepted.count(option) > 0)
    return;
  check_kind(option);
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
  const std::string reason = outcome.status == Status::bad_input ? ": " + outcome.message
                             : !outcome.simgrid_said.empty()     ? ": " + outcome.simgrid_said
                                                                 : "";
  throw InputError("SimGrid option '" + option + "' is refused" + reason.substr(0, reason.find('\n')) +
                   "; valid: see " + simgrid_options_manual());
}

} // namespace malha
