// SPDX-License-Identifier: MIT
#pragma once
#include "pool_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {

/// A view of a pool; also if no task is there, or no machine is free. It does not say what changed, so that
/// any view may follow another one of the same Draw.
class GivenPool {
public:
  void fields(Fields& field, Draw& draw);
  /// The book at a date that lies the time of the view after `before`.
  Book book(Seconds before) const;
  /// The book as the next view of an instance, whose clock goes on. Throws NoView.
  Book next_book(Asking& asking) const;

private:
  struct GivenUser {
    double share = 0;
    int ready = 0; ///< number of ready tasks
  };
  struct GivenMachine {
    enum { is_free, is_down, runs, is_kept } state = is_free;
    int user = 0; ///< whose task it runs, or for whom it is kept
    Seconds since = 0, executed = 0;
  };

  static void machine_fields(Fields& field, GivenMachine& machine, std::vector<int>& unserved, Draw& draw);

  Seconds after_ = 0;
  std::vector<GivenUser> users_;
  std::vector<GivenMachine> machines_;
};

} // namespace malha::conformance
