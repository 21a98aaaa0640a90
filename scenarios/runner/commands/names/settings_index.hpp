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

/// All settings that --set takes, sorted by key. A policy of several actors is listed once.
std::vector<DeclaredSetting> all_settings(const Library& library);

/// Prints the settings of that key: meaning, unit, valid values, default, and who declares it. Returns
/// false if there is none.
bool describe_setting(const std::string& key, const Library& library);

} // namespace malha
