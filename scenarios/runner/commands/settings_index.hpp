// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// A setting as one part of Malha declares it. Several parts may declare a setting of the same key.
struct DeclaredSetting {
  std::string key; ///< as --set takes it: "max_time", "platform.hosts", "policy.order"
  std::string who; ///< declares it: "every run", "platform star", "policy cluster/fcfs"
  ParameterSpec spec;
};

/// Everything that --set takes, sorted by key. A part that a policy plays for several actors is there once.
std::vector<DeclaredSetting> all_settings(const Library& library);

/// Prints the settings of that key: meaning, unit, valid values, default, and who declares it. False where
/// there is none.
bool describe_setting(const std::string& key, const Library& library);

} // namespace malha
