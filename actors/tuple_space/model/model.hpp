// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "actors/model/bag_listener.hpp"
#include "bag_protocol.hpp"
#include "checkpoint_protocol.hpp"
#include "resource.hpp"
#include "store_client.hpp"

#include <boost/container/flat_set.hpp>

#include <deque>
#include <map>
#include <queue>
#include <tuple>

namespace malha::tuple_space {

/// What a broker and its resources do in a tuple space that is a call away, without messages, hosts and
/// actors. Resources may crash, for good and at dates that are known. The model sleeps as actors of SimGrid
/// would: it wakes at the planned ends of their sleeps (sleep_dates.hpp), so that its dates are theirs.
///
/// In each round tasks end. Then the space learns of crashes, bags come, and resources crash. At last those
/// that are free choose, by the planned date at which they became free, ties by number.
class Model {
public:
  /// `of_broker` gives the classes of tasks. The listener hears what happens. So long after a crash,
  /// `detection_delay`, the space learns of it.
  Model(TupleStore& store, const std::vector<Puller>& resources, pull::Choice& of_broker,
        const BagProtocol::Weights& weights, Arrivals& arrivals, BagListener& listener,
        Seconds detection_delay = 0);

  /// Takes all that is due at the date that the clock shows. Throws BrokenRule when a policy breaks a rule.
  void round(Seconds now);
  /// The planned end of the next sleep: of a resource, of the broker until its next bag, or of those who wait
  /// for the next crash, or for its detection. `never`: nothing happens any more.
  Seconds next() const;
  /// Whether no bag is under way, and none will come.
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
    bool is_at_checkpoint = false; ///< when it wakes; otherwise the task has ended
  };
  struct UnderWay {
    UnderWay(TupleStore& store, ClientId client, Bag its_bag, const BagProtocol::Weights& weights)
        : bag(std::move(its_bag)), space(store, client),
          protocol(space, weights, bag.job(), bag.classes(), bag) {}

    Bag bag;
    StoreClient space;
    BagProtocol protocol;
  };
  struct Sleep {
    Seconds end, date; ///< as SimGrid would plan it, and as the resource does
    ClientId resource;

    bool operator<(const Sleep& other) const { // the first to wake on top of the heap
      return std::tie(end, date, resource) > std::tie(other.end, other.date, other.resource);
    }
  };

  using Crash = std::pair<Seconds, ClientId>; ///< of a resource

  Resource& resource(ClientId number) { return resources_[static_cast<std::size_t>(number)]; }
  void wake_resources();
  void take_arrivals();
  void submit(Job job);
  /// Lets the bag take what is in the space.
  void advance(std::map<ClientId, UnderWay>::iterator bag);
  /// Hands over what the space has found for those that wait.
  void serve(Seconds date);
  void choose(ClientId number);
  void offered(ClientId number, Seconds date);
  void begin(ClientId number);
  void compute(ClientId number);
  Seconds next_wake(Resource& one);
  bool has_more(ClientId number);

  // Crashes, in pull_model_crashes.cpp.
  void plan_crashes();
  void take_crashes();
  void crash(ClientId number, Seconds date);
  void take_detections();
  void detect(Seconds until);
  Seconds end_of_sleep(const std::deque<Crash>& until) const;

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
  boost::container::flat_set<std::pair<Seconds, ClientId>> choosing_;
  const Seconds detection_delay_;
  std::deque<Crash> crashes_, detections_; ///< that are to come, by their dates
  Seconds next_crash_ = never;             ///< planned end of the sleep of who turns hosts off
  Seconds next_detection_ = never;         ///< planned end of the sleep of the space
  std::size_t down_ = 0;
};

} // namespace malha::tuple_space
