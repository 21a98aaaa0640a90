// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <tuple>

namespace malha {

/// One run of a campaign: one cell under one seed. Its hash covers everything that determines the run, so
/// cells that are the same simulation have the same hash.
struct CampaignRun {
  std::string scenario;
  std::string run;
  std::string parameters; ///< "key=value" pairs, sorted, joined by ';'
  std::uint64_t seed = 0;
  std::string hash;

  bool operator==(const CampaignRun& other) const {
    return std::tie(scenario, run, parameters, seed, hash) ==
           std::tie(other.scenario, other.run, other.parameters, other.seed, other.hash);
  }
};

} // namespace malha
