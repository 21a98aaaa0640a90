// SPDX-License-Identifier: MIT
// Brokers, which give tasks to machines, in the model of broker/broker.
#include "actors/broker/model/model.hpp"
#include "bag_player.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"

namespace malha::duel {
namespace {

class BagOfBroker : public BagPlayer {
public:
  /// Throws InputError if the broker does not plan the ends of tasks.
  explicit BagOfBroker(const Side& side) : broker_(*only_actor(side, "broker/broker")) {
    if (broker_.parameters.text("execution") != "planned")
      throw InputError("duel: " + side.name + " has execution=" + broker_.parameters.text("execution") +
                       ", and a duel tries instances without a simulation; valid: planned");
  }

  std::vector<JobRow> play(const std::vector<Job>& tasks, const std::vector<FlopsPerSecond>& speeds,
                           std::uint64_t seed) const override {
    RandomStreams random(seed, "broker/broker@host-0"); // as in a run
    const auto policy = made_policy<broker::Assign>(broker_, "", random);
    conformance::ListedJobs arrivals(tasks);
    broker::Model model(speeds, std::vector<const SpeedProfile*>(speeds.size()), *policy, arrivals, {});
    EndedTasks ended;
    model.add(ended);
    while (!model.is_over() && model.next() < never)
      model.round(model.next());
    return std::move(ended.rows);
  }

private:
  const PlacedActor& broker_;
};

} // namespace

MALHA_BAG_PLAYER("broker/broker", make_bag_player<BagOfBroker>)

} // namespace malha::duel
