// SPDX-License-Identifier: MIT
// Goes round the candidates, and all its instances share one place.
#include "policies/multicluster/selection.hpp"

namespace malha::multicluster {
namespace {

class Remembers : public Selection {
public:
  Selected select(const SelectionView& view) override {
    static std::size_t place = 0;
    return Selected::at(place++ % view.candidates.size());
  }
};

} // namespace
} // namespace malha::multicluster

MALHA_POLICY(malha::policy<malha::multicluster::Remembers>("bad/remembers", "goes round the candidates", ""))
