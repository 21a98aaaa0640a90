// SPDX-License-Identifier: MIT
// A workload whose parameter cannot have its default, and has no unit.
#include "policies/sdk/workload.hpp"

namespace {

class Nothing : public malha::JobSource {
public:
  explicit Nothing(const malha::WorkloadInput&) {}
  std::optional<malha::Job> next() override { return std::nullopt; }
};

} // namespace

MALHA_WORKLOAD(malha::workload_generator<Nothing>(
    "undescribed", "no jobs", "", {malha::integer("jobs", 0, malha::between(1, 9), "", "number of jobs")}))
