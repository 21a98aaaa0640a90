// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/external/json_line.hpp"
#include "policies/cluster/queue.hpp"

namespace malha::external {

/// What has happened and is not told to a scheduler that speaks Batsim's protocol, as the events of the next
/// message (Batsim 4.2, docs/protocol.rst). Dates never go back.
class BatsimEvents {
public:
  bool empty() const { return line_.text().empty(); }
  /// The message with all events, which are forgotten then.
  std::string message(Seconds now);

  /// The number of nodes, and the text that Batsim calls the configuration of the scheduler.
  void simulation_begins(Seconds date, int nodes, const std::string& configuration);
  void simulation_ends(Seconds date);
  /// `name` is that of the job in the protocol, here and below.
  void job_submitted(Seconds date, const std::string& name, const cluster::QueuedJob& job);
  void job_completed(Seconds date, const std::string& name, const char* state, const IndexSet& nodes);
  /// Acknowledges a demand to kill the jobs `names`. Of those that it has ended, `progress` is the part of
  /// their walltimes that had passed.
  void jobs_killed(Seconds date, const std::vector<std::string>& names,
                   const std::map<std::string, double>& progress);
  void nodes_available(Seconds date, const IndexSet& nodes, bool are_available);
  void requested_call(Seconds date);

private:
  template <class Data>
  void add(Seconds date, const char* type, const Data& data) {
    line_.element([&](JsonLine& event) {
      event.member("timestamp", date);
      event.member("type", type);
      event.object("data", data);
    });
  }

  JsonLine line_; ///< the elements of the list of events
};

} // namespace malha::external
