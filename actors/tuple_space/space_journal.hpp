// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/bag_journal.hpp"
#include "actors/tuple_space/model/vocabulary.hpp"

#include <map>

namespace malha::tuple_space {

/// The records of a tuple space: which tasks its clients run, which results are safe, and which tasks crashes
/// have cut short.
class SpaceJournal {
public:
  /// Under instant transport ends of one date are written by number of the resource.
  SpaceJournal(Recorder& recorder, const std::string& workload, bool is_instant)
      : bags_(recorder, workload), is_instant_(is_instant) {}

  /// The journal of bags and resources.
  BagJournal& bags() { return bags_; }

  /// A client on the resource starts a task. Its result may be lost on its way: then the task counts as lost,
  /// unless the client has started another one.
  void started(ClientId client, int resource, const Task& task, Seconds now);
  /// The result is in the space, and its transaction is committed.
  void committed(const ResultData& result);
  /// The client has sent its result to several servers. If its host fails now, only these know whether the
  /// task is lost.
  void in_doubt(ClientId client);
  /// The host of the client has failed. Its task is lost unless it is in doubt.
  void crashed(ClientId client, Seconds now);
  /// The servers have undone the open transactions of a crashed client: a task in doubt is lost.
  void undone(ClientId client);

  /// The tasks that were submitted and have no result, as "3 8-12".
  std::string unfinished();
  /// Completes the records. It is called once.
  void close();

private:
  struct Running {
    Task task;
    int resource;
    Seconds start;
    bool in_doubt = false;
    Seconds crash = never;
  };

  void write_ends();

  BagJournal bags_;
  const bool is_instant_;
  std::map<ClientId, Running> running_; ///< tasks whose results are not safe
  /// Ends of the last date that are not written yet, by date and resource.
  std::multimap<std::pair<Seconds, int>, ResultData> ends_;
};

} // namespace malha::tuple_space
