// SPDX-License-Identifier: MIT
#pragma once
#include "parameters.hpp"
#include "quantities.hpp"
#include "random_streams.hpp"

#include <optional>

namespace malha {

/// How jobs get their estimates (walltimes): parameter `estimates` of a workload.
/// - user: the estimate of the source; the run time where the source has none
/// - exact: the run time
/// - factor:f: f times the run time; f is at least 1
/// - uniform:f: uniform between the run time and f + 1 times the run time (the f-model of Mu'alem and
///   Feitelson, TPDS 12(6), 2001)
/// - same:s: s seconds, as where all users ask for the limit of a queue; the run time where that is longer
class Estimates {
public:
  static ParameterSpec parameter(const std::string& default_value);

  /// Throws InputError on a text that is none of these.
  Estimates(const std::string& text, RandomStreams& random);

  Seconds of(Seconds run_time, std::optional<Seconds> requested);

private:
  enum class Rule { user, exact, factor, uniform, same };
  Rule rule_ = Rule::user;
  double number_ = 1; ///< that of the rule
  RandomStreams::Engine& stream_;
};

/// The parameter `reference_speed` of a workload that gives run times in seconds.
ParameterSpec reference_speed_parameter();
/// The value of that parameter in flop/s. It is 0 where the workload has no such parameter, or leaves the
/// speed to the platform.
FlopsPerSecond given_reference_speed(const Parameters& parameters);

} // namespace malha
