// Reconstruction
