// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "policies/cluster/queue.hpp"

namespace malha::cluster {

/// The queue policy of a scheduler. Whether it places tasks and plans ahead is asked once.
class CheckedQueue : public CheckedPolicy<Queue> {
public:
  using CheckedPolicy::CheckedPolicy;

  Decision decide(const QueueView& view) override { return ask(&Queue::decide, view); }
  bool places_tasks() const override { return places_tasks_; }
  bool plans_ahead() const override { return plans_ahead_; }
  bool heeds_order_of_queue() const override { return ask(&Queue::heeds_order_of_queue); }
  bool heeds_nodes() const override { return heeds_nodes_; }
  bool heeds_stock() const override { return heeds_stock_; }
  bool resizes() const override { return ask(&Queue::resizes); }
  bool heeds_weights() const override { return ask(&Queue::heeds_weights); }
  bool heeds_cap() const override { return ask(&Queue::heeds_cap); }
  bool needs_power() const override { return ask(&Queue::needs_power); }
  bool takes_predictions() const override { return ask(&Queue::takes_predictions); }

private:
  const bool places_tasks_ = ask(&Queue::places_tasks);
  const bool heeds_nodes_ = ask(&Queue::heeds_nodes), heeds_stock_ = ask(&Queue::heeds_stock);
  const bool plans_ahead_ = ask(&Queue::plans_ahead);
};

} // namespace malha::cluster
