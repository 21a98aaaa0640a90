// SPDX-License-Identifier: MIT
#pragma once
#include "assignment.hpp"
#include "policies/sdk/order.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <unordered_map>

namespace malha::broker {

/// The parameter of the order of resources and tasks: by number and id, or random.
inline ParameterSpec draw_order_parameter() {
  return order_parameter("free resources and waiting tasks", {"given", "random"});
}

/// The random stream of the order; null if the order is by number.
inline RandomStreams::Engine* draw_engine(const Parameters& parameters, RandomStreams& random) {
  return order_of(parameters) == Order::random ? &random.stream("broker.turns") : nullptr;
}

/// The numbers from 0 to size - 1, each once: in order, or drawn uniformly from those that are left. Each
/// draw takes constant time. (The shuffle of Fisher and Yates, which stores only the numbers that it has
/// moved.)
class DrawOrder {
public:
  DrawOrder(std::size_t size, RandomStreams::Engine* engine) : size_(size), left_(size), engine_(engine) {}

  bool over() const { return left_ == 0; }

  std::size_t next() {
    --left_;
    if (engine_ == nullptr)
      return size_ - left_ - 1;
    const auto drawn = boost::random::uniform_int_distribution<std::size_t>(0, left_)(*engine_);
    const auto number = at(drawn);
    moved_[drawn] = at(left_);
    return number;
  }

private:
  std::size_t at(std::size_t place) const {
    const auto found = moved_.find(place);
    return found != moved_.end() ? found->second : place;
  }

  std::size_t size_, left_;
  RandomStreams::Engine* engine_;
  /// The number at each place whose number has moved.
  std::unordered_map<std::size_t, std::size_t> moved_;
};

/// The free resources, in order or at random. Who takes few of many in order pays for those few only.
class FreeResources {
public:
  /// `free` must outlive this object.
  FreeResources(const IndexSet& free, RandomStreams::Engine* engine)
      : order_(static_cast<std::size_t>(free.size()), engine), is_random_(engine != nullptr), free_(free),
        in_order_(free.begin()) {}

  bool over() const { return order_.over(); }
  int next() {
    const auto place = order_.next();
    if (!is_random_)
      return *in_order_++;
    if (by_place_.empty())
      by_place_.assign(free_.begin(), free_.end());
    return by_place_[place];
  }

private:
  DrawOrder order_;
  const bool is_random_;
  const IndexSet& free_;
  IndexSet::Iterator in_order_;
  std::vector<int> by_place_; ///< once one is drawn
};

/// Assigns waiting tasks to free resources, both in order or at random, until either are used up. The
/// resource is drawn before its task.
inline std::vector<Assignment> give_waiting(const WaitingTasks& waiting, FreeResources& resources,
                                            RandomStreams::Engine* engine) {
  std::vector<Assignment> given;
  for (DrawOrder tasks(waiting.size(), engine); !tasks.over() && !resources.over();) {
    const int resource = resources.next();
    given.push_back({waiting.nth(tasks.next()).id, resource});
  }
  return given;
}

} // namespace malha::broker
