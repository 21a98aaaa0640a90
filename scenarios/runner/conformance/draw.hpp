// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/random_streams.hpp"

#include <map>

namespace malha::conformance {

/// Draws random parts of views, and random settings. The views of one Draw may follow each other on one grid:
/// what stays the same in all of them is drawn `once`.
class Draw {
public:
  explicit Draw(RandomStreams::Engine& engine) : engine_(&engine) {}
  /// Draws nothing: each number is the lowest one, and no chance comes true.
  Draw() = default;

  int integer(int low, int high);
  double real(double low, double high);
  /// A size of a list.
  std::size_t count(int fewest, int most) { return static_cast<std::size_t>(integer(fewest, most)); }
  /// Whether a chance of one in `number` comes true.
  bool one_in(int number) { return engine_ != nullptr && integer(1, number) == 1; }
  /// The value of `make` when this name was drawn first.
  template <class Make>
  auto once(const std::string& name, const Make& make) {
    auto known = drawn_once_.find(name);
    if (known == drawn_once_.end())
      known = drawn_once_.emplace(name, make()).first;
    return known->second.template get<decltype(make())>();
  }

  /// Works of tasks, often none. Half of the lists have few different ones, so that ties occur; works are
  /// whole numbers, so that their sums are exact.
  std::vector<int> works(int most);
  /// Increasing numbers with gaps.
  std::vector<int> children(int fewest, int most);

  /// Values for half of the parameters, and for all that have no default. Texts are left out, since valid
  /// texts are not known here.
  std::map<std::string, std::string> parameters(const std::vector<ParameterSpec>& specs);

private:
  std::string value(const ParameterSpec& spec);

  RandomStreams::Engine* engine_ = nullptr;
  std::map<std::string, Json> drawn_once_;
};

} // namespace malha::conformance
