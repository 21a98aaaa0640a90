// SPDX-License-Identifier: MIT
// Every job may start as soon as its queue policy finds room for it.
#include "policies/cluster/limit.hpp"

namespace malha::cluster {
namespace {

class NoLimits : public Limit {
public:
  const char* why_not_now(const QueuedJob&, const LimitView&) override { return nullptr; }
  bool limits() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<NoLimits>("cluster/no_limits", "jobs start as soon as there is room", "textbook"))

} // namespace malha::cluster
