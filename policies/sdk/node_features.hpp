// SPDX-License-Identifier: MIT
#pragma once
#include "split.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace malha {

/// Features of nodes, such as "big" and "fast", between which `between` stands. Throws std::invalid_argument,
/// with what is valid, if one is none.
inline std::vector<std::string> node_features(const std::string& text, char between) {
  auto features = split(text, between);
  for (const auto& feature : features)
    if (feature.empty() || feature.find_first_of(" \t,;&|*[]()!") != std::string::npos)
      throw std::invalid_argument("names of features, with '" + std::string(1, between) + "' between them");
  return features;
}

/// The features that each node of a job has by its constraint: "gpu", "gpu&ssd" (sbatch --constraint of Slurm
/// 22.05, of which only this is here: no other one of several, no numbers of nodes). Throws
/// std::invalid_argument, with what is valid.
inline std::vector<std::string> required_features(const std::string& constraint) {
  return node_features(constraint, '&');
}

} // namespace malha
