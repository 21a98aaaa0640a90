// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/random_streams.hpp"

#include <functional>
#include <map>

namespace malha::conformance {

/// Random parts of views, and random settings. The views of one Draw may follow each other on one grid: what
/// stays the same in all of them is drawn `once`.
class Draw {
public:
  explicit Draw(RandomStreams::Engine& engine) : engine_(engine) {}

  int integer(int low, int high);
  double real(double low, double high);
  bool one_in(int number) { return integer(1, number) == 1; }
  /// What `make` gave when that name was drawn first.
  const Json& once(const std::string& name, const std::function<Json()>& make);

  /// Works of tasks, often none. Half of the lists have few different ones, so that ties occur; works are
  /// whole numbers, so that their sums are exact.
  Json works(int most);
  /// Increasing numbers with gaps.
  std::vector<int> children(int fewest, int most);

  /// Values for half of the parameters, and for all that have no default. A text is left out, since which
  /// texts are good is not known here.
  std::map<std::string, std::string> parameters(const std::vector<ParameterSpec>& specs);

private:
  std::string value(const ParameterSpec& spec);

  RandomStreams::Engine& engine_;
  std::map<std::string, Json> drawn_once_;
};

} // namespace malha::conformance
