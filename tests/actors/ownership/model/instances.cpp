// SPDX-License-Identifier: MIT
#include "instances.hpp"

#include "policies/sdk/random_streams.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace malha::testing {
namespace instances {

using namespace reference_pool;

class Draw {
public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  std::size_t from(std::size_t low, std::size_t high) {
    return boost::random::uniform_int_distribution<std::size_t>(low, high)(engine_);
  }
  bool one_in(std::size_t chances) { return from(1, chances) == 1; }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return *(values.begin() + from(0, values.size() - 1));
  }

private:
  RandomStreams::Engine engine_;
};

void add_machines(Input& input, Draw& draw, std::size_t owners) {
  const bool is_uniform = draw.one_in(2);
  for (std::size_t owner = 0; owner < owners; ++owner)
    for (std::size_t left = draw.from(1, 3); left > 0; --left)
      input.machines.push_back({is_uniform ? 1 : draw.one_of({1., 2., 4.}), owner});
  for (std::size_t left = draw.from(0, 2); left > 0; --left)
    input.machines.push_back({is_uniform ? 1 : draw.one_of({1., 2., 4.}), std::nullopt});
}

/// Users who own nothing get the numbers in which they come.
void add_tasks(Input& input, Draw& draw, std::size_t owners, std::size_t users) {
  for (std::size_t bag = draw.from(1, 6); bag > 0; --bag) {
    const auto user = draw.from(0, users - 1);
    const double date = 5. * static_cast<double>(draw.from(0, 40));
    const bool is_long = draw.one_in(2);
    for (std::size_t task = draw.from(1, 5); task > 0; --task)
      input.tasks.push_back({user, static_cast<double>(draw.from(1, is_long ? 400 : 30)) * 2.5, date});
  }
  std::stable_sort(input.tasks.begin(), input.tasks.end(),
                   [](const Task& a, const Task& b) { return a.submitted < b.submitted; });
  std::map<std::size_t, std::size_t> numbers;
  for (auto& task : input.tasks)
    if (task.user >= owners)
      task.user = owners + numbers.emplace(task.user, numbers.size()).first->second;
  input.users = owners + numbers.size();
}

void add_crashes(Input& input, Draw& draw) {
  for (std::size_t machine = 1; machine < input.machines.size(); ++machine)
    if (draw.one_in(2)) {
      const double down = 2.5 * static_cast<double>(draw.from(1, 200));
      const bool returns = draw.one_in(2);
      input.crashes.push_back({machine, down,
                               returns ? down + 2.5 * static_cast<double>(draw.from(1, 100))
                                       : std::numeric_limits<double>::infinity()});
    }
  input.detection_delay = draw.one_of({0., 7.5, 40.});
}

} // namespace instances

reference_pool::Input random_pool(const PoolKind& kind, std::uint64_t seed) {
  using namespace instances;
  Draw draw(seed);
  Input input;
  const auto users = draw.from(1, 4), owners = draw.from(std::min<std::size_t>(users, 1), users);
  add_machines(input, draw, owners);
  add_tasks(input, draw, owners, users);
  if (kind.crashes)
    add_crashes(input, draw);
  input.period = draw.one_of({20., 5., 40.});
  input.phase = input.period / 4 * static_cast<double>(draw.from(0, 3));
  input.offset = input.period / 4 * static_cast<double>(draw.from(0, 3));
  input.submission_delay = draw.one_of({10., 0., 2.5});
  input.preemption = kind.preemption;
  input.negotiation = kind.negotiation;
  input.checkpoint = kind.checkpoint;
  input.checkpoint_cost = kind.checkpoint ? draw.one_of({0., 0., 2.5, 25.}) : 0;
  input.maxt = draw.one_of<std::size_t>({0, 0, 1, 2});
  input.max_over = draw.one_in(4) ? MaxOver::all : MaxOver::owed;
  input.free_first = !draw.one_in(4);
  input.key = draw.one_of({Key::product, Key::condor, Key::usage});
  if (kind.negotiation == Negotiation::hybrid)
    input.key = Key::usage;
  input.half_life = draw.one_of({86400., 300.});
  input.dead = draw.one_in(3) ? Dead::all : Dead::owner;
  return input;
}

} // namespace malha::testing
