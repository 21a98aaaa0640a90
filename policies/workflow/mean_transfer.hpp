// SPDX-License-Identifier: MIT
#pragma once
#include "costs.hpp"
#include "policies/sdk/parameters.hpp"

namespace malha::workflow {

/// The parameter that says how the mean time of a transfer is taken.
inline ParameterSpec mean_transfer_parameter() {
  return choice("mean_transfer", "cost", {"cost", "rate", "dslab"},
                "mean time of a transfer: cost: of latency + data/bandwidth over pairs of hosts; rate: mean "
                "latency + data/mean bandwidth; dslab: of data/bandwidth, with a master and with pairs of a "
                "host with itself");
}

inline MeanTransfer mean_transfer_of(const Parameters& parameters) {
  const auto& word = parameters.text("mean_transfer");
  return word == "rate" ? MeanTransfer::rate : word == "dslab" ? MeanTransfer::dslab : MeanTransfer::cost;
}

} // namespace malha::workflow
