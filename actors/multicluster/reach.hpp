// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/meta_model.hpp"
#include "gateway.hpp"

#include <functional>

namespace malha::multicluster {

/// How a meta-scheduler reaches its gateways.
class Reach : public Gateways {
public:
  /// Takes an answer of a gateway.
  virtual void hear(const GatewayReply&) {}
  /// After a pass: wakes the schedulers that got jobs.
  virtual void pass_is_over() {}
};

/// By calls, under instant transport. `date` is that of the meta-scheduler, and goes on while the clusters
/// estimate; `settle_date` takes what has happened meanwhile.
class LocalReach : public Reach {
public:
  LocalReach(const std::vector<Gateway*>& gateways, Seconds& date, std::function<void()> settle_date)
      : gateways_(gateways), date_(date), settle_date_(std::move(settle_date)) {}

  Seconds now() const override { return date_; }
  void refresh(std::vector<Cluster>& clusters) override;
  std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate) override {
    return gateways_[static_cast<std::size_t>(cluster)]->offer(job, estimate, date_);
  }
  void pass_is_over() override;

private:
  const std::vector<Gateway*>& gateways_;
  Seconds& date_;
  const std::function<void()> settle_date_;
};

/// By messages, under network transport. While it waits for answers, `take_message` takes whatever comes.
class RemoteReach : public Reach {
public:
  RemoteReach(ActorContext& context, std::function<void()> take_message);

  Seconds now() const override { return simgrid::s4u::Engine::get_clock(); }
  void refresh(std::vector<Cluster>& clusters) override;
  std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate) override;
  void hear(const GatewayReply& reply) override;

private:
  void wait_for(std::size_t answers);

  const Bytes description_;
  const Seconds window_; ///< a status that is no older is not asked for again
  const std::function<void()> take_message_;
  std::vector<Address<GatewayMessage>> gateways_;
  std::vector<GatewayReply> replies_; ///< to the questions that are open
  Seconds last_status_ = -never;
};

} // namespace malha::multicluster
