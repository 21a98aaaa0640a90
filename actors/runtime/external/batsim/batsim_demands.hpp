// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace malha::external {

/// One event of an answer in Batsim's protocol: what the scheduler wants, and at which date.
struct BatsimDemand {
  enum class Kind { execute, reject, kill, call };

  Kind kind;
  Seconds date;
  std::vector<std::string> jobs; ///< one, or those to be killed
  IndexSet nodes;                ///< on which the job runs
  Seconds call = never;          ///< date at which it wants to be called
};

/// An answer in Batsim's protocol.
struct BatsimAnswer {
  Seconds ready;                     ///< date at which the scheduler has decided, and can be asked again
  std::vector<BatsimDemand> demands; ///< by date
};

/// Reads the answer to a message of date `now`. Throws BrokenRule if it is none, goes back in time, or has an
/// event that is not supported.
BatsimAnswer batsim_answer(const nlohmann::json& text, Seconds now);

} // namespace malha::external
