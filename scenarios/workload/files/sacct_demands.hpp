// SPDX-License-Identifier: MIT
#pragma once
#include "sacct_rows.hpp"

namespace malha {

/// The nodes for which a job asked (ReqTRES), or else those that it got; 0: unknown.
double nodes_of(const SacctRow& row);
/// The same of CPUs.
double cpus_of(const SacctRow& row);

/// What a job takes beside CPUs.
struct SacctDemands {
  std::shared_ptr<const Demands> demands; ///< null: nothing
  bool is_rounded = false;                ///< devices would not be the same number on each node
};
/// ReqTRES is of the whole job: mem and gres/… are divided by its nodes, license/… is not. Devices are
/// rounded up. Those of a type are not counted again under their device.
SacctDemands demands_of(const SacctRow& row);
/// The devices on each node, as CSV traces write them: "gpu:a100:2,nic:1".
std::string text_of_devices(const Demands& demands);

} // namespace malha
