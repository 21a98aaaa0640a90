// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <vector>

namespace malha {

/// What a run may ask of an architecture, beyond bags on a grid that stays as it is. One that does not say
/// that it bears something is refused where that is asked of it.
enum class Burden {
  network,           ///< transport=network
  inputs,            ///< tasks with input data, where messages take time
  bandwidth_profile, ///< links whose bandwidth or latency changes, where messages take time
  link_goes,         ///< links that are turned off, where messages take time
  speed_profile,     ///< hosts whose speed changes
  host_goes,         ///< hosts that are turned off, for good
  host_returns,      ///< hosts that are turned on again
  external_load      ///< processes of others on its hosts
};

const std::vector<Burden>& all_burdens();

/// Whether it is asked of nobody under transport=instant: nothing travels there.
bool is_of_network(Burden burden);

/// "hosts that return".
std::string name_of(Burden burden);

/// A burden that an actor bears, under these settings: values of its own parameters, of `transport`, or
/// "none" for an actor that is not deployed, as {"workload/submitter", "none"}.
struct Bearing {
  Burden burden;
  std::map<std::string, std::string> when = {};
};

/// A burden that an environment actor puts on the others.
struct Brought {
  Burden burden;
  std::string unless_zero = ""; ///< the parameter with which it does not when that is 0
};

} // namespace malha
