// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/history.hpp"
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

/// Lets a run of a batch scheduler be cut and continued. A run that is to be cut notes its history. A run
/// that continues another one goes the same way again, without what SimGrid need not do: its policies are
/// asked again, and their answers must be those of the snapshot.
class Continuing {
public:
  static bool is_asked_of(const Stage& simulation) {
    return simulation.continuation().leaves_snapshot || simulation.continuation().from != nullptr;
  }

  /// Listens to the model from now on. Throws InputError if the snapshot is of other policies.
  Continuing(ActorContext& scheduler, Model& model);

  /// Writes the snapshot, if the run is to leave one. The run was cut at the date, or is over.
  void leave_snapshot(Seconds date) const;
  /// Throws InputError if the run is over before it has come to the snapshot.
  void end() const { history_.check_all_followed(); }

private:
  Stage& simulation_;
  const Model& model_;
  const std::map<std::string, std::string> policies_;
  History history_;
};

} // namespace malha::cluster
