// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "actors/model/bag_listener.hpp"
#include "bag_protocol.hpp"
#include "checkpoint_protocol.hpp"
#include "planned_events.hpp"
#include "resource.hpp"
#include "store_client.hpp"

#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <tuple>

namespace malha::tuple_space {

/// A broker and its resources around a tuple space without network: no messages, hosts or actors. Resources
/// may crash, for good and at known dates. The model sleeps like actors of SimGrid: it wakes at the planned
/// ends of their sleeps (sleep_dates.hpp), so that its dates equal theirs to the last digit.
///
/// In each round tasks end; then the space detects crashes, bags arrive, and resources crash. At last the
/// free resources choose, in the order of the planned dates at which they became free, ties by number.
class Model {
public:
  /// `of_broker` gives the classes of tasks. The space detects a crash `detection_delay` after it.
  Model(TupleStore& store, const std::vector<Puller>& resources, pull::Choice& of_broker,
        const BagProtocol::Weights& weights, Arrivals& arrivals, BagListener& listener,
        Seconds detection_delay = 0);

  /// Processes all events that are due at the date of the clock. Throws BrokenRule when a policy breaks a
  /// rule.
  void round(Seconds now);
  /// The planned end of the next sleep: of a resource, of the broker until its next bag, or until the next
  /// crash or detection. `never`: nothing happens any more.
  Seconds next() const;
  /// Whether all bags have ended, and no more will arrive.
  bool is_over() { return bags_.empty() && !arrivals_.more(); }
  /// Whether all resources have crashed.
  bool all_down() const { return down_ == resources_.size(); }

private:
  struct Resource {
    Resource(TupleStore& store, ClientId number, const Puller& puller, int own_class)
        : how(puller), protocol(*puller.policy, own_class), space(store, number) {}

    Puller how;
    ResourceProtocol protocol;
    StoreClient space;
    Seconds date = 0;        ///< planned: of its next wake, or since when it is free
    bool found_none = false; ///< when it last chose
    bool must_wait = false;  ///< it may not be offered a task at its date again
    bool is_down = false;
    std::optional<ChosenTask> chosen; ///< while it runs
    Seconds start = 0;
    std::optional<CheckpointProtocol> checkpointing;
    std::optional<Checkpoints> checkpoints;
    bool is_at_checkpoint = false; ///< when it wakes; otherwise its task has ended
  };
  struct UnderWay {
    UnderWay(TupleStore& store, ClientId client, Bag its_bag, const BagProtocol::Weights& weights)
        : bag(std::move(its_bag)), space(store, client),
          protocol(space, weights, bag.job(), bag.classes(), bag, bag.graph()) {}

    Bag bag;
    StoreClient space;
    BagProtocol protocol;
  };
  struct Sleep {
    Seconds end, date; ///< as SimGrid plans it, and as the resource plans it
    ClientId resource;

    bool operator<(const Sleep& other) const { // the first to wake on top of the heap
      return std::tie(end, date, resource) > std::tie(other.end, other.date, other.resource);
    }
  };

  Resource& resource(ClientId number) { return resources_[static_cast<std::size_t>(number)]; }
  void wake_resources();
  void take_arrivals();
  void submit(Job job);
  /// The bag takes the tuples that it waits for, if they are in the space.
  void advance(std::map<ClientId, UnderWay>::iterator bag);
  /// Gives waiting clients the tuples that the space has found for them.
  void serve(Seconds date);
  ClientId take_next_to_choose();
  void choose(ClientId number);
  void offered(ClientId number, Seconds date);
  void begin(ClientId number);
  void compute(ClientId number);
  Seconds next_wake(Resource& one);
  bool has_more(ClientId number);
  void plan_crashes();
  void take_crashes();
  void crash(ClientId number, Seconds date);
  void take_detections();
  void detect(Seconds until);

  TupleStore& store_;
  pull::Choice& of_broker_;
  const BagProtocol::Weights weights_;
  Arrivals& arrivals_;
  BagListener& listener_;
  FlopsPerSecond mean_speed_ = 0;
  std::deque<Resource> resources_; ///< by number, which is that of the client
  std::map<ClientId, UnderWay> bags_;
  ClientId last_client_;
  Seconds now_ = 0;
  std::optional<Seconds> next_arrival_; ///< planned end of the broker's sleep, once it sleeps
  std::priority_queue<Sleep> sleeps_;
  std::vector<Sleep> due_;
  /// Since when resources are free that choose, the first one on top. It may have resources that are down.
  std::priority_queue<std::pair<Seconds, ClientId>, std::vector<std::pair<Seconds, ClientId>>, std::greater<>>
      choosing_;
  const Seconds detection_delay_;
  PlannedEvents crashes_, detections_;
  std::size_t down_ = 0;
};

} // namespace malha::tuple_space
