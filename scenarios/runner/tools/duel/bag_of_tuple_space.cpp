// SPDX-License-Identifier: MIT
// Resources that pull tasks out of a tuple space (GridTS), in the model of tuple_space/broker.
#include "actors/model/sleep_dates.hpp"
#include "actors/tuple_space/model/model.hpp"
#include "bag_player.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"

#include <list>

namespace malha::duel {
namespace {

class BagOfTupleSpace : public BagPlayer {
public:
  /// Throws InputError if the space has several servers, or if resources do more than to run tasks.
  explicit BagOfTupleSpace(const Side& side);

  std::vector<JobRow> play(const std::vector<Job>& tasks, const std::vector<FlopsPerSecond>& speeds,
                           std::uint64_t seed) const override;

private:
  static const PlacedActor& only_one(const Side& side, const std::string& name, const std::string& valid);

  const PlacedActor &space_, &broker_, &resource_;
};

const PlacedActor& BagOfTupleSpace::only_one(const Side& side, const std::string& name,
                                             const std::string& valid) {
  if (const auto* found = only_actor(side, name))
    return *found;
  throw InputError("duel: " + side.name + " has not one actor " + name +
                   ", and a duel has no model of others; valid: " + valid);
}

BagOfTupleSpace::BagOfTupleSpace(const Side& side)
    : space_(only_one(side, "tuple_space/space", "one server of the tuple space")),
      broker_(only_one(side, "tuple_space/broker", "one broker")),
      resource_(only_one(side, "tuple_space/resource", "one, for all workers")) {
  const Settings textbook{{"execution", "planned"}, {"checkpoint", "off"}};
  for (const auto& [key, valid] : textbook)
    if (const auto& value = resource_.parameters.text(key); value != valid)
      throw InputError("duel: " + side.name + " has " + key + "=" + value +
                       ", and a duel tries instances without a simulation; valid: " + valid);
}

std::vector<JobRow> BagOfTupleSpace::play(const std::vector<Job>& tasks,
                                          const std::vector<FlopsPerSecond>& speeds,
                                          std::uint64_t seed) const {
  RandomStreams of_run(seed), of_broker(seed, "tuple_space/broker@host-0"); // as in a run
  std::list<RandomStreams> of_resources;
  std::vector<std::unique_ptr<pull::Choice>> policies;
  std::vector<tuple_space::Puller> resources;
  for (std::size_t host = 0; host < speeds.size(); ++host) {
    of_resources.emplace_back(seed, "tuple_space/resource@host-" + std::to_string(host));
    policies.push_back(made_policy<pull::Choice>(resource_, "", of_resources.back()));
    resources.push_back({policies.back().get(), speeds[host], nullptr, 0});
  }
  const auto policy = made_policy<pull::Choice>(broker_, "", of_broker);
  const bool draws = space_.parameters.text("match") == "random";
  tuple_space::TupleStore store(tuple_space::shapes(), draws ? &of_run.stream("space.match") : nullptr);
  store.out(tuple_space::tuple_of(tuple_space::kinds::ticket, std::int64_t(0)));
  conformance::ListedJobs arrivals(tasks);
  EndedTasks ended;
  tuple_space::Model model(store, resources, *policy, {0, 0}, arrivals, ended);
  Seconds now = 0;
  for (model.round(now); !model.is_over() && model.next() < never; model.round(now))
    now = sleep_dates::reached(now, model.next());
  return std::move(ended.rows);
}

} // namespace

MALHA_BAG_PLAYER("tuple_space/broker", make_bag_player<BagOfTupleSpace>)

} // namespace malha::duel
