// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "results/files/records.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace malha {

class Channel;
class MessageFaults;

/// Whether messages cross the network, or arrive at once.
enum class Transport { network, instant };

/// The messages of a run: their channels, routes, faults and counts.
class Network {
public:
  /// `grid` must outlive this object. `hosts_may_change`: hosts may be turned off or on in the run.
  Network(const SimulationPlan& plan, const Grid& grid, bool hosts_may_change);
  ~Network();

  Transport transport() const { return transport_; }
  /// Whether messages may be lost between hosts that are up.
  bool may_lose_messages() const { return may_lose_messages_; }
  /// The messages that are late or lost; null if all arrive in time.
  MessageFaults* faults() const { return faults_.get(); }

  /// The channel of that name, which the first call makes.
  Channel& channel(const std::string& mailbox);
  const std::map<std::string, std::unique_ptr<Channel>>& channels() const { return channels_; }
  /// The row in which messages of a kind between two kinds of actors are counted.
  MessageRow& row(const std::string& kind, const std::string& layer);
  /// All rows, by kind and layer.
  const std::map<std::pair<std::string, std::string>, MessageRow>& rows() const { return rows_; }

  /// Throws InputError when messages cannot travel both ways between the hosts.
  void check_route(simgrid::s4u::Host* a, simgrid::s4u::Host* b) const;
  /// The sum of latencies, in s, and the least bandwidth, in B/s, of the route between two hosts. Throws
  /// InputError if there is no route with a link.
  std::pair<Seconds, double> route(const simgrid::s4u::Host* from, const simgrid::s4u::Host* to) const;
  /// The time that the shortest message takes from one host to the other when their route is at its slowest,
  /// in the network model of the run; 0 if messages take no time.
  Seconds longest_way(const simgrid::s4u::Host* from, const simgrid::s4u::Host* to) const;
  /// Throws InputError when an actor on `host` would detect the crash of another host before a message could
  /// bring it. A delay of 0 stands for a detector that needs no messages.
  void check_detector(simgrid::s4u::Host* host, const std::vector<simgrid::s4u::Host*>& others,
                      const std::string& detection_delay) const;

private:
  const Grid& grid_;
  const std::vector<Profile>& profiles_;
  const Transport transport_;
  const bool may_lose_messages_, hosts_may_change_;
  const std::unique_ptr<MessageFaults> faults_;
  std::map<std::string, std::unique_ptr<Channel>> channels_;
  std::map<std::pair<std::string, std::string>, MessageRow> rows_;
};

} // namespace malha
