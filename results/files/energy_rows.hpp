// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/power_profile.hpp"

#include <string>

namespace malha {

/// A host at one pstate: one row of host_power.csv. Resources of the host are its units.
struct HostPowerRow {
  std::string host;
  int units;            ///< resources that the host has
  double cores_of_unit; ///< cores that compute on each of them while a job computes there
  const PowerProfile* profile;
  int state; ///< place in PowerProfile::states
};

/// What a host does from a date on: one row of power_states.csv. At the start all hosts are on.
struct PowerStateRow {
  std::string host;
  Seconds time;
  const char* state; ///< "on", "switching_off", "off" or "switching_on"
  int pstate;        ///< SimGrid's number
};

/// The power of all hosts from a date on, and their energy up to it: one row of power.csv.
struct PowerRow {
  Seconds time;
  Watts power;
  Joules energy;
};

/// The power that all hosts may draw from a date on: one row of power_cap.csv.
struct PowerCapRow {
  Seconds time;
  Watts cap;
};

/// The energy of a host, of a user's jobs, or of all: one row of energy.csv.
struct EnergyRow {
  const char* of; ///< "host", "user" or "all"
  std::string name;
  Joules jobs, unheld, off, switching; ///< of a user only that of the jobs
};

std::string csv_line(const HostPowerRow& row);
std::string csv_line(const PowerStateRow& row);
std::string csv_line(const PowerRow& row);
std::string csv_line(const PowerCapRow& row);
std::string csv_line(const EnergyRow& row);

} // namespace malha
